import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import { isDiskFull } from '#core/infra/disk-full.ts';
import type { ObjectKey, ObjectStore } from '#core/ports/object-store.ts';

/** Drafts of a killed process are removed by the next one when they are this old. */
const abandonedAfterMs = 24 * 60 * 60 * 1_000;

/**
 * Objects as files: `<root>/<workspace>/<first two of the hash>/<hash>/<what>.bin`. A write goes to
 * a draft beside them, reaches the disk, and is renamed into place: whole or absent. Names are
 * escaped, so no key leaves its folder. Rejects with Terminal('BAD_OBJECT_KEY') or
 * Retryable('DISK_FULL').
 */
export const createFileObjectStore = (root: string): ObjectStore => {
  const drafts = join(root, '.drafts');
  const contentFolder = (key: Omit<ObjectKey, 'what'>): string => {
    if (!/^[0-9a-f]{64}$/.test(key.contentHash)) throw badKey('its content hash is no SHA-256');
    return join(root, escaped(key.workspaceId), key.contentHash.slice(0, 2), key.contentHash);
  };
  const pathOf = (key: ObjectKey): string => {
    const pieces = key.what.split('/').map(escaped);
    return `${join(contentFolder(key), ...pieces)}${suffix}`;
  };
  let swept = false;

  return {
    put: async (key, bytes) => {
      const target = pathOf(key);
      const draft = join(drafts, randomUUID());
      try {
        await makeFolder(drafts);
        if (!swept) await sweep(drafts);
        swept = true;
        await writeToDisk(draft, bytes);
        await makeFolder(dirname(target));
        await rename(draft, target);
        await settle(dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw isDiskFull(error) ? diskFull(error) : error;
      }
    },
    get: async (key) => absentAs(null, readFile(pathOf(key))),
    list: async (key, prefix) => {
      const folder = contentFolder(key);
      const found = await absentAs([], readdir(folder, { recursive: true, withFileTypes: true }));
      return found
        .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1, -suffix.length))
        .map((path) => path.split(/[/\\]/).map(decodeURIComponent).join('/'))
        .filter((what) => what.startsWith(prefix))
        .toSorted();
    },
    removeAll: async (key) => {
      await makeFolder(drafts);
      // Moved away first: a half-removed content is never seen.
      const leaving = join(drafts, randomUUID());
      const moved = await absentAs(
        false,
        rename(contentFolder(key), leaving).then(() => true),
      );
      if (moved) await rm(leaving, { recursive: true, force: true });
    },
  };
};

/** No escaped name holds a dot, so `parse.bin` and the folder of `parse/0001` never meet. */
const suffix = '.bin';

const escaped = (piece: string): string => {
  if (piece === '') throw badKey('a part of its name is empty');
  const safe = encodeURIComponent(piece.toWellFormed()).replaceAll(
    /[.!~*'()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  // 255 bytes is the longest name that common file systems take.
  if (safe.length > 240) throw badKey('a part of its name is too long');
  return safe;
};

const badKey = (why: string): Terminal =>
  new Terminal('BAD_OBJECT_KEY', `An object cannot be stored: ${why}.`);

const diskFull = (cause: unknown): Retryable =>
  new Retryable('DISK_FULL', 'There is no room left on the disk that holds the files.', { cause });

const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
};

const writeToDisk = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** The new name itself survives a power cut only when its folder reached the disk. */
const settle = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const sweep = async (drafts: string): Promise<void> => {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const found = await absentAs(null, stat(path));
    if (found !== null && Date.now() - found.mtimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
};

const absentAs = async <T, U>(absent: U, work: Promise<T>): Promise<T | U> => {
  try {
    return await work;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return absent;
    throw error;
  }
};
