import { Stale } from '#core/domain/errors.ts';
import { leaseMs, workKinds } from '#core/domain/work.ts';
import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { Work, WorkCount } from '#core/ports/work.ts';
import type { Connection, Queryable } from './connect.ts';

/** Where a kind's rows lie, what counts as live, and which column takes turns. */
type Table = {
  readonly name: string;
  readonly live: string;
  /** Rows that differ in this get turns, however many one of them has. */
  readonly turn: string;
  /** Rows that may not be handed out yet. */
  readonly ready: string;
};

const always = 'true';
/** A conversation's turns run one at a time, and a question sent with files waits for them. */
const runIsReady = `
  not exists (
    select 1 from runs earlier
    where earlier.conversation_id = unit.conversation_id
      and earlier.id <> unit.id
      and earlier.status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK')
      and (earlier.created_at, earlier.id) < (unit.created_at, unit.id)
  )
  and not exists (
    select 1 from ingestions i join shares s on s.id = i.share_id
    where unit.wait_for_message_id is not null
      and s.workspace_id = unit.workspace_id and s.library_id = unit.library_id
      and s.message_id = unit.wait_for_message_id and i.status = 'LIVE'
  )`;

const tables: Readonly<Record<WorkKind, Table>> = {
  inbox: { name: 'inbox', live: `status = 'LIVE'`, turn: 'workspace_id', ready: always },
  run: {
    name: 'runs',
    live: `status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK')`,
    turn: 'library_id',
    ready: runIsReady,
  },
  ingestion: { name: 'ingestions', live: `status = 'LIVE'`, turn: 'library_id', ready: always },
  delivery: { name: 'deliveries', live: `status = 'LIVE'`, turn: 'channel_id', ready: always },
  cleanup: { name: 'cleanups', live: `status = 'LIVE'`, turn: 'document_id', ready: always },
};

type ClaimedRow = { id: string; workspace_id: string; sequence: number; attempt: number };

/** Leases on the work tables, by the database's clock. */
export const createWork = (connection: Connection): Work => ({
  claim: (kind, owner, limit) =>
    connection.run(async (sql) => {
      const { name, live, turn, ready } = tables[kind];
      const rows = await sql.unsafe<ClaimedRow[]>(
        `with due as (
           select unit.id, unit.due_at,
             row_number() over (partition by unit.${turn} order by unit.due_at, unit.id) as place
           from ${name} unit
           where ${live.replaceAll('status', 'unit.status')} and unit.due_at <= now()
             and (unit.lease_until is null or unit.lease_until <= now()) and ${ready}
         ), chosen as (
           select row.id from ${name} row join due using (id)
           where ${live.replaceAll('status', 'row.status')}
             and (row.lease_until is null or row.lease_until <= now())
           order by due.place, due.due_at, due.id
           limit $1 for update of row skip locked
         )
         update ${name} set sequence = sequence + 1, attempt = attempt + 1, lease_owner = $2,
           lease_until = now() + $3 * interval '1 millisecond'
         where id in (select id from chosen)
         returning id, workspace_id, sequence, attempt`,
        [limit, owner, leaseMs[kind]],
      );
      return rows.map((row): Claim => ({
        kind,
        id: row.id,
        workspaceId: row.workspace_id,
        owner,
        sequence: row.sequence,
        attempt: row.attempt,
      }));
    }),

  renew: (claim) =>
    connection.run(async (sql) => {
      const { name, live } = tables[claim.kind];
      const rows = await sql.unsafe(
        `update ${name} set lease_until = now() + $4 * interval '1 millisecond'
         where id = $1 and sequence = $2 and lease_owner = $3 and ${live} returning id`,
        [claim.id, claim.sequence, claim.owner, leaseMs[claim.kind]],
      );
      return rows.length === 1;
    }),

  defer: (claim, dueInMs, options) =>
    connection.run(async (sql) => {
      const { name, live } = tables[claim.kind];
      const rows = await sql.unsafe(
        `update ${name} set lease_owner = null, lease_until = null, sequence = sequence + 1,
           due_at = now() + $4 * interval '1 millisecond', attempt = attempt - $5
         where id = $1 and sequence = $2 and lease_owner = $3 and ${live} returning id`,
        [claim.id, claim.sequence, claim.owner, dueInMs, options?.keepAttempt === true ? 1 : 0],
      );
      if (rows.length === 0) throw new Stale();
    }),

  nextDueMs: (kind) =>
    connection.run(async (sql) => {
      const { name, live, ready } = tables[kind];
      const [row] = await sql.unsafe<{ ms: number | null }[]>(
        `select (extract(epoch from min(greatest(due_at, coalesce(lease_until, due_at))) - now())
           * 1000)::float8 as ms from ${name} unit where ${live} and ${ready}`,
      );
      return row?.ms === null || row === undefined ? null : Math.max(0, row.ms);
    }),

  counts: (workspaceId) =>
    connection.run((sql) => Promise.all(workKinds.map((kind) => countOf(sql, kind, workspaceId)))),
});

const countOf = async (
  sql: Queryable,
  kind: WorkKind,
  workspaceId: string | null,
): Promise<WorkCount> => {
  const { name, live } = tables[kind];
  const [row] = await sql.unsafe<{ live: number; due: number; struggling: number }[]>(
    `select count(*)::int as live,
       (count(*) filter (where due_at <= now() and (lease_until is null or lease_until <= now())))::int as due,
       (count(*) filter (where attempt > 3))::int as struggling
     from ${name} where ${live} and ($1::text is null or workspace_id = $1)`,
    [workspaceId],
  );
  return { kind, live: row?.live ?? 0, due: row?.due ?? 0, struggling: row?.struggling ?? 0 };
};
