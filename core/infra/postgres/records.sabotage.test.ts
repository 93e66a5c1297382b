import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unnoticedLies } from '#core/testing/contract.ts';
import type { ContractCase } from '#core/testing/contract.ts';
import {
  keywordFrequenciesContract,
  keywordIndexContract,
} from '#core/testing/contracts/keyword-index.contract.ts';
import { recordContracts } from '#core/testing/contracts/record-contracts.ts';
import type { Records } from '#core/testing/contracts/records.ts';
import { withDatabase } from '#core/testing/database.ts';
import { recordsOnPostgres } from '#core/testing/records-on-postgres.ts';
import { createKeywordIndex } from './keyword-index.ts';

const { runs, history, deliveries, citations, traces, scopes, usage, messages, vectors } =
  recordContracts;

describe('a repository or index that does nothing is noticed by its contract', () => {
  const { connection } = withDatabase();
  /** Word counts are of a whole index, so each time it is another one. */
  const records = (): Records => ({
    ...recordsOnPostgres(connection()),
    keywords: createKeywordIndex(connection(), randomUUID()),
  });

  const check = <Name extends keyof Records>(
    name: Name,
    promised: readonly ContractCase<Records>[],
    methods: readonly (keyof Records[Name] & string)[],
  ): void => {
    const cases: readonly ContractCase<Records[Name]>[] = promised.map((one) => ({
      name: one.name,
      run: (port) => one.run({ ...records(), [name]: port }),
    }));
    it(`${name}: ${methods.join(', ')}`, async () => {
      expect(await unnoticedLies(cases, () => records()[name], methods)).toEqual([]);
      for (const { run } of cases) await run(records()[name]);
    }, 60_000);
  };

  check(
    'runs',
    [...runs, ...history],
    ['admit', 'load', 'commit', 'finish', 'cancel', 'find', 'list'],
  );
  check('deliveries', deliveries, ['notice', 'load', 'sent', 'abandon']);
  check('citations', citations, ['resolve']);
  check('traces', traces, ['find', 'expire']);
  check('scopes', scopes, ['resolve', 'stillActive']);
  check('usage', usage, ['today', 'add']);
  check('messages', messages, ['channels', 'post', 'edit', 'remove', 'find', 'since']);
  check('vectors', vectors, ['write', 'reuse', 'search', 'ids', 'remove']);
  // `refresh` is not among them: here rows are searchable when they are written.
  check(
    'keywords',
    [...keywordIndexContract, ...keywordFrequenciesContract],
    ['write', 'search', 'frequencies', 'ids', 'remove'],
  );
});
