import { describe } from 'vitest';
import { contracts } from '#core/testing/contracts/contracts.ts';
import { keepsContract } from '#core/testing/contract.ts';
import { withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';

describe('on the embedded database', () => {
  const { connection } = withDatabase();

  describe.each(Object.entries(contracts))('%s', (_name, cases) => {
    keepsContract(cases, () => storesOnPostgres(connection()));
  });
});
