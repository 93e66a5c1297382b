import { randomUUID } from 'node:crypto';
import { createRandomIds } from '#core/infra/random-ids.ts';
import { createBlobs } from '#core/infra/postgres/blobs.ts';
import { createCleanups } from '#core/infra/postgres/cleanups.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import { createDocuments } from '#core/infra/postgres/documents.ts';
import { createInbox } from '#core/infra/postgres/inbox.ts';
import { createIngestions } from '#core/infra/postgres/ingestions.ts';
import { createLibraries } from '#core/infra/postgres/libraries.ts';
import { createSegments } from '#core/infra/postgres/segments.ts';
import { createShares } from '#core/infra/postgres/shares.ts';
import { createWork } from '#core/infra/postgres/work.ts';
import type { WorkKind } from '#core/domain/work.ts';
import type { Hands, Stores } from './contracts/stores.ts';

/** The repositories on one pool of connections. */
export const storesOnPostgres = (connection: Connection): Stores => {
  const ids = createRandomIds();
  return {
    work: createWork(connection),
    inbox: createInbox(connection, ids),
    libraries: createLibraries(connection, ids),
    shares: createShares(connection, ids),
    documents: createDocuments(connection, ids),
    ingestions: createIngestions(connection, ids),
    segments: createSegments(connection),
    blobs: createBlobs(connection),
    cleanups: createCleanups(connection),
    hands: handsOnPostgres(connection),
  };
};

const tables: Readonly<Record<WorkKind, string>> = {
  inbox: 'inbox',
  run: 'runs',
  ingestion: 'ingestions',
  delivery: 'deliveries',
  cleanup: 'cleanups',
};

const handsOnPostgres = ({ sql }: Connection): Hands => ({
  endLease: async ({ kind, id }) => {
    await sql`update ${sql(tables[kind])} set lease_until = now() - interval '1 second'
      where id = ${id}`;
  },
  passTime: async (workspaceId, kind, ms) => {
    await sql`update ${sql(tables[kind])}
      set due_at = due_at - ${ms} * interval '1 millisecond' where workspace_id = ${workspaceId}`;
  },
  putAside: async () => {
    for (const table of Object.values(tables)) {
      await sql`update ${sql(table)} set status = 'PUT_ASIDE', lease_owner = null`;
    }
  },
  cardVersion: async (library, messageId) => {
    const [row] = await sql<{ version: number }[]>`
      select desired_version as version from deliveries
      where workspace_id = ${library.workspaceId} and channel_id = ${library.channelId}
        and subject_kind = 'card' and subject_id = ${messageId}`;
    return row?.version ?? 0;
  },
  ask: async ({ id, workspaceId, channelId }, threadId, waitFor) => {
    const conversationId = `${id}:${threadId}`;
    await sql`
      insert into conversations (id, workspace_id, library_id, platform, channel_id, thread_id)
      values (${conversationId}, ${workspaceId}, ${id}, 'playground', ${channelId}, ${threadId})
      on conflict do nothing`;
    const runId = randomUUID();
    await sql`
      insert into turns (id, workspace_id, conversation_id, platform, channel_id, source_id, number,
        asker_id, asker_name, question)
      select ${runId}, ${workspaceId}, ${conversationId}, 'playground', ${channelId}, ${runId},
        count(*) + 1, 'ada', 'Ada', 'what?' from turns where conversation_id = ${conversationId}`;
    await sql`
      insert into runs (id, workspace_id, library_id, conversation_id, turn_id, intent, via, mode,
        scope, wait_for_message_id, state, progress, trace_id)
      values (${runId}, ${workspaceId}, ${id}, ${conversationId}, ${runId}, 'answer', 'FIXED',
        'STRICT', '{}', ${waitFor}, '{}', '{}', ${runId})`;
    return runId;
  },
  endRun: async (runId) => {
    await sql`update runs set status = 'COMPLETED', lease_owner = null, lease_until = null
      where id = ${runId}`;
  },
});
