import { describe } from 'vitest';
import { keepsContract } from '#core/testing/contract.ts';
import { recordContracts } from '#core/testing/contracts/record-contracts.ts';
import { runRacesContract } from '#core/testing/contracts/run-races.contract.ts';
import type { RecordPair } from '#core/testing/contracts/run-races.contract.ts';
import { realDatabaseUrl, withDatabase } from '#core/testing/database.ts';
import { recordsOnPostgres } from '#core/testing/records-on-postgres.ts';

describe.skipIf(realDatabaseUrl === undefined)(
  'on a real PostgreSQL (skipped where DATABASE_URL_REAL names none)',
  () => {
    const { connection } = withDatabase('real');

    describe.each(Object.entries(recordContracts))('%s', (_name, cases) => {
      keepsContract(cases, () => recordsOnPostgres(connection()));
    });

    describe('races', () => {
      keepsContract(runRacesContract, (): RecordPair => [
        recordsOnPostgres(connection()),
        recordsOnPostgres(connection()),
      ]);
    });
  },
);
