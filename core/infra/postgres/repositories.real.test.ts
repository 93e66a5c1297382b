import { describe } from 'vitest';
import { contracts } from '#core/testing/contracts/contracts.ts';
import { racesContract } from '#core/testing/contracts/races.contract.ts';
import type { Pair } from '#core/testing/contracts/races.contract.ts';
import { keepsContract } from '#core/testing/contract.ts';
import { realDatabaseUrl, withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';

describe.skipIf(realDatabaseUrl === undefined)(
  'on a real PostgreSQL (skipped where DATABASE_URL_REAL names none)',
  () => {
    const { connection } = withDatabase('real');

    describe.each(Object.entries(contracts))('%s', (_name, cases) => {
      keepsContract(cases, () => storesOnPostgres(connection()));
    });

    describe('races', () => {
      keepsContract(racesContract, (): Pair => [
        storesOnPostgres(connection()),
        storesOnPostgres(connection()),
      ]);
    });
  },
);
