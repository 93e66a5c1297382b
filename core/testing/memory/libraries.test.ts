import { describe, expect, it } from 'vitest';
import type { Libraries } from '#core/ports/libraries.ts';
import type { ContractCase } from '../contract.ts';
import { keepsContract, unnoticedLies } from '../contract.ts';
import { librariesContract } from '../contracts/libraries.contract.ts';
import { createMemoryLibraries } from './libraries.ts';

const cases = librariesContract.map(({ name, run }): ContractCase<Libraries> => ({
  name,
  run: (libraries) => run({ libraries }),
}));

describe('libraries in memory', () => {
  keepsContract(cases, () => createMemoryLibraries());

  it('are promised by a contract that notices every method that does nothing', async () => {
    const methods = ['ensureWorkspace', 'ensure', 'find', 'byChannel', 'list'] as const;
    expect(await unnoticedLies(cases, () => createMemoryLibraries(), methods)).toEqual([]);
  });
});
