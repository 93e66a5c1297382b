import { afterAll, beforeAll, describe } from 'vitest';
import { racesContract } from '#core/testing/contracts/races.contract.ts';
import type { Pair } from '#core/testing/contracts/races.contract.ts';
import type { Stores } from '#core/testing/contracts/stores.ts';
import { keepsContract } from '#core/testing/contract.ts';
import { withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { connect } from './connect.ts';
import type { Connection } from './connect.ts';

describe('two processes on the embedded database', () => {
  const { connection, database } = withDatabase();
  const opened: Connection[] = [];
  const stores: Stores[] = [];
  beforeAll(() => {
    const second = connect(database().address, { maximum: 4 });
    opened.push(second);
    stores.push(storesOnPostgres(second));
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
  });

  keepsContract(racesContract, (): Pair => {
    const one = storesOnPostgres(connection());
    return [one, stores[0] ?? one];
  });
});
