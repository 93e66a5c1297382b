import { describe, expect, it } from 'vitest';
import { contracts } from '#core/testing/contracts/contracts.ts';
import type { Stores } from '#core/testing/contracts/stores.ts';
import { unnoticedLies } from '#core/testing/contract.ts';
import type { ContractCase } from '#core/testing/contract.ts';
import { withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';

type Port = Exclude<keyof Stores, 'hands'>;

describe('a repository that does nothing is noticed by its contract', () => {
  const { connection } = withDatabase();
  const stores = (): Stores => storesOnPostgres(connection());

  const check = <Name extends Port>(
    name: Name,
    methods: readonly (keyof Stores[Name] & string)[],
  ): void => {
    const cases: readonly ContractCase<Stores[Name]>[] = contracts[name].map((one) => ({
      name: one.name,
      run: (port) => one.run({ ...stores(), [name]: port }),
    }));
    it(`${name}: ${methods.join(', ')}`, async () => {
      expect(await unnoticedLies(cases, () => stores()[name], methods)).toEqual([]);
      for (const { run } of cases) await run(stores()[name]);
    });
  };

  check('work', ['claim', 'renew', 'defer', 'nextDueMs', 'counts']);
  check('inbox', ['receive', 'load', 'complete', 'abandon']);
  check('libraries', ['ensureWorkspace', 'ensure', 'find', 'byChannel', 'list']);
  check('shares', ['receive', 'find', 'remove']);
  check('documents', ['find', 'list', 'forget', 'publish']);
  check('segments', ['write', 'ids', 'read', 'confirm', 'neighbours', 'remove']);
  check('blobs', ['intend', 'referenced']);
  check('cleanups', ['load', 'complete']);
  check('ingestions', ['load', 'commitDownload', 'commitProgress', 'allocateGeneration']);
  check('ingestions', ['activate', 'finish']);

  const honest = () => stores().ingestions.requests;

  it('requests: retry, cancel, reindex, replace, list, find', async () => {
    const cases = contracts.requests.map((one) => ({
      name: one.name,
      run: (requests: Stores['ingestions']['requests']) => {
        const given = stores();
        return one.run({ ...given, ingestions: { ...given.ingestions, requests } });
      },
    }));
    const methods = ['retry', 'cancel', 'reindex', 'replace', 'list', 'find'] as const;
    expect(await unnoticedLies(cases, honest, methods)).toEqual([]);
    for (const { run } of cases) await run(honest());
  });
});
