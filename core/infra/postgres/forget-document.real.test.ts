import { describe, expect, it } from 'vitest';
import { ada, index, openLibrary, shareFile } from '#core/testing/contracts/stores.ts';
import { realDatabaseUrl, withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { asJson } from './json.ts';

describe.skipIf(realDatabaseUrl === undefined)(
  'forgetting on a real PostgreSQL (skipped where DATABASE_URL_REAL names none)',
  () => {
    const { connection } = withDatabase('real');

    it('does not deadlock with a run that is being finished from the document', async () => {
      const stores = storesOnPostgres(connection());
      const library = await openLibrary(stores);
      const { documentId } = await index(stores, await shareFile(stores, library));
      const runId = await stores.hands.ask(library, 'thread', null);
      const { sql } = connection();
      const state = { kind: 'answering', found: { evidence: [{ documentId }] } };
      await sql`update runs set status = 'RUNNING', state = ${asJson(sql, state)} where id = ${runId}`;

      const live = await sql.begin(async (finishing) => {
        await finishing`select 1 from runs where id = ${runId} for update`;
        const forgotten = stores.documents.forget(library.workspaceId, documentId, ada);
        await finishing`select pg_sleep(0.3)`;
        const rows = await finishing`
          select id from documents where id = ${documentId} and deleted_at is null for share`;
        expect(await forgotten).toBe(true);
        return rows.length;
      });
      expect(live).toBe(0);
    });
  },
);
