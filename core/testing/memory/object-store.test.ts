import { describe, expect, it } from 'vitest';
import { keepsContract, unnoticedLies } from '../contract.ts';
import { objectStoreContract } from '../contracts/object-store.contract.ts';
import { createMemoryObjectStore } from './object-store.ts';

describe('objects in memory', () => {
  keepsContract(objectStoreContract, createMemoryObjectStore);

  it('are promised by a contract that notices every method that does nothing', async () => {
    const methods = ['put', 'get', 'list', 'removeAll'] as const;
    const lies = await unnoticedLies(objectStoreContract, createMemoryObjectStore, methods);
    expect(lies).toEqual([]);
  });
});
