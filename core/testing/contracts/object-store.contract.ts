import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { ContractCase } from '../contract.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const content = (workspaceId = `w-${randomUUID()}`) => ({
  workspaceId,
  contentHash: createHash('sha256').update(randomUUID()).digest('hex'),
});

export const objectStoreContract: readonly ContractCase<ObjectStore>[] = [
  {
    name: 'gives back what was put, byte by byte, and the later of two puts',
    run: async (store) => {
      const key = { ...content(), what: 'source' };
      const all = Uint8Array.from({ length: 256 }, (_, value) => value);
      await store.put(key, bytes('earlier'));
      await store.put(key, all);
      expect(Buffer.from((await store.get(key)) ?? []).equals(Buffer.from(all))).toBe(true);
    },
  },
  {
    name: 'gives null for what was never put',
    run: async (store) => {
      expect(await store.get({ ...content(), what: 'source' })).toBeNull();
      expect(await store.list(content(), '')).toEqual([]);
    },
  },
  {
    name: 'keeps contents and workspaces apart',
    run: async (store) => {
      const mine = content();
      await store.put({ ...mine, what: 'source' }, bytes('mine'));
      expect(await store.get({ ...content(mine.workspaceId), what: 'source' })).toBeNull();
      expect(await store.get({ ...mine, workspaceId: 'other', what: 'source' })).toBeNull();
    },
  },
  {
    name: 'lists names under a prefix in ascending order',
    run: async (store) => {
      const key = content();
      for (const what of ['parse/0002', 'source', 'parse/0001', 'pages/1@144.png', 'parse']) {
        await store.put({ ...key, what }, bytes(what));
      }
      expect(await store.list(key, 'parse/')).toEqual(['parse/0001', 'parse/0002']);
      expect(await store.list(key, '')).toEqual(
        ['pages/1@144.png', 'parse', 'parse/0001', 'parse/0002', 'source'].toSorted(),
      );
    },
  },
  {
    name: 'removes all of one content and nothing else, also twice',
    run: async (store) => {
      const gone = content();
      const kept = content(gone.workspaceId);
      await store.put({ ...gone, what: 'source' }, bytes('gone'));
      await store.put({ ...gone, what: 'parse/0001' }, bytes('gone'));
      await store.put({ ...kept, what: 'source' }, bytes('kept'));
      await store.removeAll(gone);
      await store.removeAll(gone);
      expect(await store.list(gone, '')).toEqual([]);
      expect(await store.get({ ...gone, what: 'source' })).toBeNull();
      expect(await store.get({ ...kept, what: 'source' })).not.toBeNull();
    },
  },
  {
    name: 'treats hostile names as names: nothing is read or written outside',
    run: async (store) => {
      const key = content('../../x');
      for (const what of ['../../../escape', '..', 'a b\u202E%2F', '源文件', '.hidden/..']) {
        await store.put({ ...key, what }, bytes(what));
        expect(Buffer.from((await store.get({ ...key, what })) ?? []).toString()).toBe(what);
      }
      expect(await store.list(key, '')).toHaveLength(5);
    },
  },
];
