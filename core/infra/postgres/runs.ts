import { Stale } from '#core/domain/errors.ts';
import type { Person, RunId, WorkspaceId } from '#core/domain/ids.ts';
import type { CancelResult, CancelTarget } from '#core/domain/run.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Runs } from '#core/ports/runs.ts';
import { admitQuestion, cancelledAnswer, lockQuestion, runsOfQuestion } from './admit-question.ts';
import { bumpDelivery } from './bump-delivery.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection, Queryable, Transaction } from './connect.ts';
import { addCardLinks, finishRun, lockDocuments } from './finish-run.ts';
import { asJson } from './json.ts';
import { liveStatuses, runsOf } from './run-rows.ts';
import type { AskedRunRow, RunRow } from './run-rows.ts';

export const createRuns = (connection: Connection, ids: Ids): Runs => ({
  admit: (workspaceId, question) =>
    connection.transaction((transaction) => admitQuestion(transaction, ids, workspaceId, question)),

  load: (claim) =>
    connection.run(async (sql) => {
      const rows = await sql<AskedRunRow[]>`
        ${asked(sql)} where r.id = ${claim.id} and r.workspace_id = ${claim.workspaceId}
          and r.sequence = ${claim.sequence} and r.lease_owner = ${claim.owner}
          and r.status = any(${liveStatuses})`;
      const [run] = await runsOf(sql, rows);
      if (run === undefined) throw new Stale();
      return run;
    }),

  commit: (claim, state, progress) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<RunRow>(transaction, claim);
      await transaction`
        update runs set state = ${asJson(transaction, state)},
          progress = ${asJson(transaction, progress)}, status = 'RUNNING' where id = ${row.id}`;
      await bump(transaction, ids, row);
    }),

  finish: (claim, done) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<RunRow>(transaction, claim);
      await finishRun(transaction, row, done);
      await bump(transaction, ids, row);
    }),

  cancel: (workspaceId, target, by) =>
    connection.transaction((transaction) => cancel(transaction, ids, workspaceId, target, by)),

  find: (workspaceId, runId) =>
    connection.run(async (sql) => {
      const rows = await sql<AskedRunRow[]>`
        ${asked(sql)} where r.workspace_id = ${workspaceId} and r.id = ${runId}`;
      const [run] = await runsOf(sql, rows);
      return run ?? null;
    }),

  list: (workspaceId, libraryId, limit) =>
    connection.run(async (sql) => {
      const rows = await sql<AskedRunRow[]>`
        ${asked(sql)} where r.workspace_id = ${workspaceId} and r.library_id = ${libraryId}
        order by r.created_at desc, r.id desc limit ${limit}`;
      return runsOf(sql, rows);
    }),
});

const asked = (sql: Queryable) => sql`
  select r.*, t.platform, t.channel_id, t.number, t.asker_id, t.asker_name, t.question
  from runs r join turns t on t.id = r.turn_id`;

/** The run's message must say what the run says now. */
const bump = async (transaction: Transaction, ids: Ids, row: RunRow): Promise<void> => {
  const [place] = await transaction<Pick<AskedRunRow, 'platform' | 'channel_id'>[]>`
    select platform, channel_id from turns where id = ${row.turn_id}`;
  if (place === undefined) throw new Error(`run ${row.id} has no turn`);
  const address = {
    platform: place.platform,
    channelId: place.channel_id,
    threadId: row.thread_id,
  };
  await bumpDelivery(transaction, ids, row.workspace_id, address, { kind: 'run', id: row.id });
};

const cancel = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  target: CancelTarget,
  by: Person,
): Promise<CancelResult> => {
  const named = await runsOfTarget(transaction, workspaceId, target, by);
  const runIds = await cancelRuns(transaction, ids, workspaceId, named, by);
  if (runIds.length > 0) return { kind: 'cancelled', runIds };
  if (named.length > 0) return { kind: 'already-finished' };
  return target.kind === 'question' ? { kind: 'remembered' } : { kind: 'nothing-to-cancel' };
};

const runsOfTarget = async (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  target: CancelTarget,
  by: Person,
): Promise<readonly RunId[]> => {
  switch (target.kind) {
    case 'run': {
      const rows = await transaction<{ id: string }[]>`
        select id from runs where workspace_id = ${workspaceId} and id = ${target.runId}`;
      return rows.map(({ id }) => id);
    }
    case 'question': {
      const { key } = target;
      await remember(transaction, workspaceId, key, by);
      return runsOfQuestion(transaction, workspaceId, key);
    }
    case 'thread': {
      const { platform, channelId, threadId } = target.address;
      if (threadId === null) return [];
      // The question that began the thread may still be on its way.
      await remember(transaction, workspaceId, { platform, channelId, sourceId: threadId }, by);
      const rows = await transaction<{ id: string }[]>`
        select r.id from runs r join conversations c on c.id = r.conversation_id
        where c.workspace_id = ${workspaceId} and c.platform = ${platform}
          and c.channel_id = ${channelId} and c.thread_id = ${threadId}`;
      return rows.map(({ id }) => id);
    }
  }
};

const remember = async (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  key: Parameters<typeof lockQuestion>[2],
  by: Person,
): Promise<void> => {
  await lockQuestion(transaction, workspaceId, key);
  await transaction`
    update questions set cancel_requested_by = coalesce(cancel_requested_by, ${asJson(transaction, by)})
    where workspace_id = ${workspaceId} and platform = ${key.platform}
      and channel_id = ${key.channelId} and source_id = ${key.sourceId}`;
};

/** One conditional update from a live status decides; the cards that were found stay. */
const cancelRuns = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  named: readonly RunId[],
  by: Person,
): Promise<readonly RunId[]> => {
  const rows = await transaction<RunRow[]>`
    select * from runs where id = any(${[...named]}) and workspace_id = ${workspaceId}
      and status = any(${liveStatuses}) order by id for update`;
  for (const row of rows) {
    const found = row.state.kind === 'answering' ? row.state.found : null;
    const shown = found?.cards ?? [];
    const here = await lockDocuments(
      transaction,
      row,
      shown.map(({ documentId }) => documentId),
    );
    const cards = shown.filter(({ documentId }) => here.has(documentId));
    const answer = cancelledAnswer(cards, found?.language ?? 'en');
    await transaction`
      update runs set status = 'CANCELLED', outcome = 'CANCELLED',
        cancelled_by = ${asJson(transaction, by)}, answer = ${asJson(transaction, answer)},
        state = ${asJson(transaction, { kind: 'retrieving' })}, finished_at = now(),
        sequence = sequence + 1, lease_owner = null, lease_until = null
      where id = ${row.id}`;
    await addCardLinks(transaction, row, cards);
    await bump(transaction, ids, row);
  }
  return rows.map(({ id }) => id);
};
