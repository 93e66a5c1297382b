import { describe } from 'vitest';
import { keepsContract } from '#core/testing/contract.ts';
import {
  keywordFrequenciesContract,
  keywordIndexContract,
} from '#core/testing/contracts/keyword-index.contract.ts';
import { recordContracts } from '#core/testing/contracts/record-contracts.ts';
import { withDatabase } from '#core/testing/database.ts';
import { recordsOnPostgres } from '#core/testing/records-on-postgres.ts';

describe('on the embedded database', () => {
  const { connection } = withDatabase();

  describe('keyword counts', () => {
    keepsContract(keywordFrequenciesContract, () => recordsOnPostgres(connection()));
  });
  describe('keywords', () => {
    keepsContract(keywordIndexContract, () => recordsOnPostgres(connection()));
  });
  describe.each(Object.entries(recordContracts))('%s', (_name, cases) => {
    keepsContract(cases, () => recordsOnPostgres(connection()));
  });
});
