import { afterAll, beforeAll, describe } from 'vitest';
import { keepsContract } from '#core/testing/contract.ts';
import { runRacesContract } from '#core/testing/contracts/run-races.contract.ts';
import type { RecordPair } from '#core/testing/contracts/run-races.contract.ts';
import { withDatabase } from '#core/testing/database.ts';
import { recordsOnPostgres } from '#core/testing/records-on-postgres.ts';
import { connect } from './connect.ts';
import type { Connection } from './connect.ts';

describe('two processes on the embedded database', () => {
  const { connection, database } = withDatabase();
  let second: Connection | null = null;
  beforeAll(() => {
    second = connect(database().address);
  });
  afterAll(() => second?.close());

  keepsContract(runRacesContract, (): RecordPair => [
    recordsOnPostgres(connection()),
    recordsOnPostgres(second ?? connection()),
  ]);
});
