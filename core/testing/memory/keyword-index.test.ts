import { describe, expect, it } from 'vitest';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import type { ContractCase } from '../contract.ts';
import { keepsContract, unnoticedLies } from '../contract.ts';
import {
  keywordFrequenciesContract,
  keywordIndexContract,
} from '../contracts/keyword-index.contract.ts';
import { createMemoryKeywordIndex } from './keyword-index.ts';

const cases = [...keywordIndexContract, ...keywordFrequenciesContract].map(
  ({ name, run }): ContractCase<KeywordIndex> => ({ name, run: (keywords) => run({ keywords }) }),
);

describe('the keyword index in memory', () => {
  keepsContract(cases, createMemoryKeywordIndex);

  it('is promised by a contract that notices every method that does nothing', async () => {
    const methods = ['write', 'refresh', 'search', 'frequencies', 'ids', 'remove'] as const;
    expect(await unnoticedLies(cases, createMemoryKeywordIndex, methods)).toEqual([]);
  });
});
