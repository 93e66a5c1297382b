import { describe, expect, it } from 'vitest';
import type { VectorIndex } from '#core/ports/vector-index.ts';
import type { ContractCase } from '../contract.ts';
import { keepsContract, unnoticedLies } from '../contract.ts';
import { vectorIndexContract } from '../contracts/vector-index.contract.ts';
import { withDatabase } from '../database.ts';
import { recordsOnPostgres } from '../records-on-postgres.ts';
import { createMemoryVectorIndex } from './vector-index.ts';

describe('vectors in memory', () => {
  /** Only the claims are of the database. */
  const { connection } = withDatabase();
  const create = (): VectorIndex => createMemoryVectorIndex(recordsOnPostgres(connection()).work);
  const cases = vectorIndexContract.map(({ name, run }): ContractCase<VectorIndex> => ({
    name,
    run: (vectors) => run({ ...recordsOnPostgres(connection()), vectors }),
  }));

  keepsContract(cases, create);

  it('are promised by a contract that notices every method that does nothing', async () => {
    const methods = ['write', 'reuse', 'search', 'ids', 'remove'] as const;
    expect(await unnoticedLies(cases, create, methods)).toEqual([]);
  });
});
