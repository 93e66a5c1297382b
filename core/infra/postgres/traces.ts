import type { Trace } from '#core/domain/trace.ts';
import type { Traces } from '#core/ports/traces.ts';
import type { Connection } from './connect.ts';

export const createTraces = (connection: Connection): Traces => ({
  find: (workspaceId, runId) =>
    connection.run(async (sql) => {
      const rows = await sql<{ trace: Trace }[]>`
        select trace from traces where workspace_id = ${workspaceId} and run_id = ${runId}`;
      return rows[0]?.trace ?? null;
    }),

  expire: (days) =>
    connection.run(async (sql) => {
      const rows = await sql`
        delete from traces where created_at < now() - ${days} * interval '1 day' returning 1`;
      return rows.length;
    }),
});
