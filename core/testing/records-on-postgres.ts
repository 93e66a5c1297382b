import { createCitations } from '#core/infra/postgres/citations.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import { createDeliveries } from '#core/infra/postgres/deliveries.ts';
import { createKeywordIndex } from '#core/infra/postgres/keyword-index.ts';
import { createPlaygroundMessages } from '#core/infra/postgres/playground-messages.ts';
import { createRuns } from '#core/infra/postgres/runs.ts';
import { createScopes } from '#core/infra/postgres/scopes.ts';
import { createTraces } from '#core/infra/postgres/traces.ts';
import { createUsage } from '#core/infra/postgres/usage.ts';
import { createVectorIndex } from '#core/infra/postgres/vector-index.ts';
import { createRandomIds } from '#core/infra/random-ids.ts';
import type { Records } from './contracts/records.ts';
import { storesOnPostgres } from './stores-on-postgres.ts';

/** The repositories of questions and answers, and the indexes, on one pool of connections. */
export const recordsOnPostgres = (connection: Connection): Records => {
  const ids = createRandomIds();
  return {
    ...storesOnPostgres(connection),
    runs: createRuns(connection, ids),
    deliveries: createDeliveries(connection, ids),
    citations: createCitations(connection),
    traces: createTraces(connection),
    scopes: createScopes(connection),
    usage: createUsage(connection),
    messages: createPlaygroundMessages(connection),
    vectors: createVectorIndex(connection),
    keywords: createKeywordIndex(connection),
    ageTrace: async (runId, days) => {
      await connection.sql`
        update traces set created_at = now() - ${days} * interval '1 day' where run_id = ${runId}`;
    },
  };
};
