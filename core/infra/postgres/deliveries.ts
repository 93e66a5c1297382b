import { Stale } from '#core/domain/errors.ts';
import type { Delivery, DeliverySubject } from '#core/domain/delivery.ts';
import type { Platform } from '#core/domain/ids.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Deliveries, Notice } from '#core/ports/deliveries.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Runs } from '#core/ports/runs.ts';
import { readCard } from './card-files.ts';
import type { Connection, Queryable } from './connect.ts';
import { asJson } from './json.ts';
import { createRuns } from './runs.ts';

type Row = {
  id: string;
  workspace_id: string;
  platform: Platform;
  channel_id: string;
  thread_id: string | null;
  subject_kind: 'card' | 'run' | 'notice';
  subject_id: string;
  notice: Notice | null;
  desired_version: number;
  sent_version: number;
  message_ids: string[];
  created_at: Date;
};

export const createDeliveries = (connection: Connection, ids: Ids): Deliveries => ({
  notice: (workspaceId, address, key, notice) =>
    connection.run(async (sql) => {
      const rows = await sql<{ id: string }[]>`
        with added as (
          insert into deliveries (id, workspace_id, platform, channel_id, thread_id, subject_kind,
            subject_id, notice)
          values (${ids.next()}, ${workspaceId}, ${address.platform}, ${address.channelId},
            ${address.threadId}, 'notice', ${key}, ${asJson(sql, notice)})
          on conflict (workspace_id, platform, channel_id, subject_kind, subject_id)
            do update set subject_id = excluded.subject_id
          returning id
        )
        select id from added`;
      const [row] = rows;
      if (row === undefined) throw new Error('an upsert returned nothing');
      return row.id;
    }),

  load: (claim) =>
    connection.run(async (sql) => {
      const rows = await sql<Row[]>`select * from deliveries where ${held(sql, claim)}`;
      const [row] = rows;
      if (row === undefined) throw new Stale();
      return deliveryOf(row, await subjectOf(sql, createRuns(connection, ids), row));
    }),

  sent: (claim, version, messageIds) =>
    connection.run(async (sql) => {
      const rows = await sql`
        update deliveries set sent_version = ${version}, message_ids = ${asJson(sql, messageIds)},
          status = case when desired_version > ${version} then 'LIVE' else 'RESTING' end,
          due_at = now(), attempt = 0, sequence = sequence + 1, lease_owner = null,
          lease_until = null
        where ${held(sql, claim)} returning 1`;
      if (rows.length === 0) throw new Stale();
    }),

  abandon: (claim, why) =>
    connection.run(async (sql) => {
      const rows = await sql`
        update deliveries set status = 'ABANDONED', abandoned_why = ${why}, finished_at = now(),
          sequence = sequence + 1, lease_owner = null, lease_until = null
        where ${held(sql, claim)} returning 1`;
      if (rows.length === 0) throw new Stale();
    }),
});

const held = (sql: Queryable, claim: Claim) => sql`
  id = ${claim.id} and workspace_id = ${claim.workspaceId} and sequence = ${claim.sequence}
    and lease_owner = ${claim.owner} and status = 'LIVE'`;

const deliveryOf = (row: Row, subject: DeliverySubject): Delivery => ({
  id: row.id,
  workspaceId: row.workspace_id,
  address: { platform: row.platform, channelId: row.channel_id, threadId: row.thread_id },
  subject,
  desiredVersion: row.desired_version,
  sentVersion: row.sent_version,
  messageIds: row.message_ids,
  createdAt: row.created_at,
});

/** Read after the version: what is shown is never older than the version it is recorded as. */
const subjectOf = async (
  sql: Queryable,
  runs: Pick<Runs, 'find'>,
  row: Row,
): Promise<DeliverySubject> => {
  switch (row.subject_kind) {
    case 'card':
      return {
        kind: 'card',
        messageId: row.subject_id,
        files: await readCard(sql, row.workspace_id, {
          platform: row.platform,
          channelId: row.channel_id,
          messageId: row.subject_id,
        }),
      };
    case 'run': {
      const run = await runs.find(row.workspace_id, row.subject_id);
      if (run === null) throw new Error(`delivery ${row.id} is about a run that is not there`);
      return { kind: 'run', run };
    }
    case 'notice':
      if (row.notice === null) throw new Error(`delivery ${row.id} has no notice`);
      return { kind: 'notice', ...row.notice };
  }
};
