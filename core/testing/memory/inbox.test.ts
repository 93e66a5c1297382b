import { describe, expect, it } from 'vitest';
import type { ContractCase } from '../contract.ts';
import { keepsContract, unnoticedLies } from '../contract.ts';
import { inboxContract } from '../contracts/inbox.contract.ts';
import { createMemoryInbox } from './inbox.ts';
import type { MemoryInbox } from './inbox.ts';
import { createMemoryLibraries } from './libraries.ts';

const cases = inboxContract.map(({ name, run }): ContractCase<MemoryInbox> => ({
  name,
  run: (inbox) => run({ inbox, work: inbox.work, libraries: createMemoryLibraries() }),
}));

describe('the inbox in memory', () => {
  keepsContract(cases, createMemoryInbox);

  it('is promised by a contract that notices every method that does nothing', async () => {
    const methods = ['receive', 'load', 'complete', 'abandon'] as const;
    expect(await unnoticedLies(cases, createMemoryInbox, methods)).toEqual([]);
  });
});
