import type { Usage } from '#core/ports/usage.ts';
import type { Connection } from './connect.ts';

type Row = { calls: number; tokens: number; own_calls: number; own_tokens: number };

/** Days are counted in UTC, by the database's clock. */
export const createUsage = (connection: Connection): Usage => ({
  today: (workspaceId, personId) =>
    connection.run(async (sql) => {
      const rows = await sql<Row[]>`
        select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(tokens), 0)::bigint as tokens,
          (coalesce(sum(calls) filter (where person_id = ${personId}), 0))::bigint as own_calls,
          (coalesce(sum(tokens) filter (where person_id = ${personId}), 0))::bigint as own_tokens
        from usage where workspace_id = ${workspaceId} and day = (now() at time zone 'utc')::date`;
      const [row] = rows;
      return {
        person: { calls: row?.own_calls ?? 0, tokens: row?.own_tokens ?? 0 },
        workspace: { calls: row?.calls ?? 0, tokens: row?.tokens ?? 0 },
      };
    }),

  add: (workspaceId, personId, calls, tokens) =>
    connection.run(async (sql) => {
      await sql`
        insert into usage (workspace_id, person_id, day, calls, tokens)
        values (${workspaceId}, ${personId}, (now() at time zone 'utc')::date, ${calls}, ${tokens})
        on conflict (workspace_id, day, person_id) do update set
          calls = usage.calls + excluded.calls, tokens = usage.tokens + excluded.tokens`;
    }),
});
