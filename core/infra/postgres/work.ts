import { Stale } from '#core/domain/errors.ts';
import { leaseMs, workKinds } from '#core/domain/work.ts';
import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { Work, WorkCount } from '#core/ports/work.ts';
import type { Connection, Queryable } from './connect.ts';
import { workTables } from './work-tables.ts';

/** Rows of a library that other claimers may hold locked at this moment: looked past, not waited for. */
const othersAtOnce = 100;

type ClaimedRow = { id: string; workspace_id: string; sequence: number; attempt: number };

const dueNow = 'unit.due_at <= now() and (unit.lease_until is null or unit.lease_until <= now())';
const held =
  'unit.id = $1 and unit.workspace_id = $2 and unit.sequence = $3 and unit.lease_owner = $4';

/** Leases on the work tables, by the database's clock. */
export const createWork = (connection: Connection): Work => ({
  claim: (kind, owner, limit) =>
    connection.run(async (sql) => {
      const rows = await sql.unsafe<ClaimedRow[]>(claiming(kind), [limit, owner, leaseMs[kind]]);
      return rows.map(({ id, workspace_id, sequence, attempt }): Claim => ({
        kind,
        id,
        workspaceId: workspace_id,
        owner,
        sequence,
        attempt,
      }));
    }),

  renew: (claim) =>
    connection.run(async (sql) => {
      const { name, live } = workTables[claim.kind];
      const rows = await sql.unsafe(
        `update ${name} unit set lease_until = now() + $5 * interval '1 millisecond'
         where ${held} and ${live} returning 1`,
        [...rowOf(claim), leaseMs[claim.kind]],
      );
      return rows.length === 1;
    }),

  defer: (claim, dueInMs, options) =>
    connection.run(async (sql) => {
      const { name, live } = workTables[claim.kind];
      const rows = await sql.unsafe(
        `update ${name} unit set lease_owner = null, lease_until = null, sequence = sequence + 1,
           due_at = now() + $5 * interval '1 millisecond', attempt = attempt - $6
         where ${held} and ${live} returning 1`,
        [...rowOf(claim), dueInMs, options?.keepAttempt === true ? 1 : 0],
      );
      if (rows.length === 0) throw new Stale();
    }),

  nextDueMs: (kind) =>
    connection.run(async (sql) => {
      const { name, live, ready } = workTables[kind];
      const [row] = await sql.unsafe<{ ms: number | null }[]>(
        `select (extract(epoch from min(greatest(due_at, coalesce(lease_until, due_at))) - now())
           * 1000)::float8 as ms from ${name} unit where ${live} and ${ready}`,
      );
      return row === undefined || row.ms === null ? null : Math.max(0, row.ms);
    }),

  counts: (workspaceId) =>
    connection.run((sql) => Promise.all(workKinds.map((kind) => countOf(sql, kind, workspaceId)))),
});

const rowOf = (claim: Claim): readonly [string, string, number, string] => [
  claim.id,
  claim.workspaceId,
  claim.sequence,
  claim.owner,
];

/**
 * $1 limit, $2 owner, $3 milliseconds of the lease. First the oldest due row of every library, least
 * recently served library first, then the second oldest of each: also a claim of one row at a time
 * serves all. The conditions stand twice, because a row may have moved on before it was locked.
 */
const claiming = (kind: WorkKind): string => {
  const { name, live, turn, ready } = workTables[kind];
  const order = 'due.place, served.at nulls first, due.due_at, due.created_at, due.id';
  return `
    with due as (
      select * from (
        select unit.id, unit.due_at, unit.created_at, ${turn} as turn, row_number() over (
          partition by ${turn} order by unit.due_at, unit.created_at, unit.id) as place
        from ${name} unit where ${live} and ${dueNow} and ${ready}
      ) numbered where place <= $1 + ${othersAtOnce}
    ), served as (
      select keys.turn, (
        select max(unit.claimed_at) from ${name} unit where ${turn} = keys.turn) as at
      from (select distinct turn from due) keys
    ), chosen as (
      select unit.id from ${name} unit join due on due.id = unit.id join served using (turn)
      where ${live} and ${dueNow}
      order by ${order} limit $1 for update of unit skip locked
    ), claimed as (
      update ${name} unit set sequence = unit.sequence + 1, attempt = unit.attempt + 1,
        lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond', claimed_at = now()
      from chosen where chosen.id = unit.id
      returning unit.id, unit.workspace_id, unit.sequence, unit.attempt
    )
    select claimed.* from claimed join due on due.id = claimed.id join served using (turn)
    order by ${order}`;
};

const countOf = async (
  sql: Queryable,
  kind: WorkKind,
  workspaceId: string | null,
): Promise<WorkCount> => {
  const { name, live } = workTables[kind];
  const [row] = await sql.unsafe<{ live: number; due: number; struggling: number }[]>(
    `select count(*)::int as live, (count(*) filter (where ${dueNow}))::int as due,
       (count(*) filter (where attempt > 3))::int as struggling
     from ${name} unit where ${live} and ($1::text is null or workspace_id = $1)`,
    [workspaceId],
  );
  return { kind, live: row?.live ?? 0, due: row?.due ?? 0, struggling: row?.struggling ?? 0 };
};
