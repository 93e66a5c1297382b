import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Terminal } from '#core/domain/errors.ts';
import { keepsContract, unnoticedLies } from '#core/testing/contract.ts';
import { objectStoreContract } from '#core/testing/contracts/object-store.contract.ts';
import { createFileObjectStore } from './file-object-store.ts';

const parent = mkdtempSync(join(tmpdir(), 'anchr-objects-'));
const root = join(parent, 'a', 'b', 'objects');
const store = createFileObjectStore(root);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('objects as files', () => {
  keepsContract(objectStoreContract, () => store);

  it('are promised by a contract that notices every method that does nothing', async () => {
    const lies = await unnoticedLies(objectStoreContract, () => store, [
      'put',
      'get',
      'list',
      'removeAll',
    ]);
    expect(lies).toEqual([]);
  });

  it('stay under their root, and no draft is left behind', async () => {
    const key = { workspaceId: '..', contentHash: 'ab'.repeat(32), what: '../../../../escape' };
    await store.put(key, new Uint8Array([1]));
    expect(readdirSync(join(parent, 'a', 'b'))).toEqual(['objects']);
    expect(readdirSync(join(parent))).toEqual(['a']);
    expect(readdirSync(join(root, '.drafts'))).toEqual([]);
  });

  it('refuse a key that names no content, or that no file system takes', async () => {
    const key = { workspaceId: 'w', contentHash: 'ab'.repeat(32), what: 'source' };
    const bad = [
      { ...key, contentHash: '../x' },
      { ...key, what: 'x'.repeat(300) },
      { ...key, what: 'parse//1' },
    ];
    for (const wrong of bad) {
      await expect(store.put(wrong, new Uint8Array())).rejects.toBeInstanceOf(Terminal);
    }
    expect(existsSync(join(root, 'w', 'x'))).toBe(false);
  });

  it('are whole however many write the same one at once', async () => {
    const key = { workspaceId: 'w', contentHash: 'cd'.repeat(32), what: 'parse/0001' };
    const versions = Array.from({ length: 8 }, (_, value) => new Uint8Array(200_000).fill(value));
    const reads: Promise<Uint8Array | null>[] = [];
    await Promise.all(
      versions.map(async (version) => {
        await store.put(key, version);
        reads.push(store.get(key));
      }),
    );
    for (const read of await Promise.all(reads)) {
      expect(new Set(read).size).toBe(1);
      expect(read).toHaveLength(200_000);
    }
  });
});
