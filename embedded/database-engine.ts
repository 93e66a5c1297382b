import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import { isDiskFull } from '#core/infra/disk-full.ts';
import { planCacheMode } from '#core/infra/postgres/connect.ts';

/** A first start writes 40 MiB of files; a later one needs a write-ahead segment (16 MiB) or two. */
const leastFreeBytes = { first: 128 * 1024 * 1024, later: 48 * 1024 * 1024 } as const;

/**
 * Opens the database files under a data folder, making them on the first start (from the start-up
 * tarball where one is given: a second instead of several). The folder's lock must be held. Rejects
 * with Retryable('DISK_FULL') or Terminal('DATABASE_UNREADABLE').
 */
export const openEngine = async (folder: string, tarball: string | null): Promise<PGlite> => {
  const files = join(folder, 'database');
  const marker = join(folder, 'database.made');
  if (existsSync(files) && !existsSync(marker)) setAside(files);
  const first = !existsSync(files);
  // Where the disk fills up while the files are made, the engine waits for ever.
  refuseFullDisk(folder, first ? leastFreeBytes.first : leastFreeBytes.later);
  if (first) mkdirSync(files, { recursive: true, mode: 0o700 });
  const from = first && tarball !== null ? { loadDataDir: blobOf(tarball) } : {};
  const engine = await open(files, from, first);
  await engine.exec(
    'create extension if not exists vector; create extension if not exists pg_textsearch;' +
      // One session for all clients: what each of them asks for on a server is asked for here.
      ` set plan_cache_mode = '${planCacheMode}';`,
  );
  if (first) writeFileSync(marker, 'The files beside this one were made whole.\n', { mode: 0o600 });
  return engine;
};

/** Never answered a client, so it holds nothing; still it is moved and not deleted. */
const setAside = (files: string): void => renameSync(files, `${files}.interrupted-${Date.now()}`);

const blobOf = (tarball: string): Blob => new Blob([readFileSync(tarball)]);

const refuseFullDisk = (folder: string, neededBytes: number): void => {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededBytes) throw diskFull(folder);
};

const open = async (
  files: string,
  from: { readonly loadDataDir?: Blob },
  first: boolean,
): Promise<PGlite> => {
  try {
    return await PGlite.create({
      dataDir: files,
      extensions: { vector, pg_textsearch },
      ...from,
    });
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(files, error);
    throw new Terminal(
      'DATABASE_UNREADABLE',
      first
        ? `The database could not be made in ${files}: ${messageOf(error)}`
        : `The database in ${files} cannot be opened (${messageOf(error)}). It may be damaged: ` +
            'restore it from a copy, or move the folder away to start with an empty one.',
      { cause: error },
    );
  }
};

const diskFull = (folder: string, cause?: unknown): Retryable =>
  new Retryable(
    'DISK_FULL',
    `There is no room left on the disk that holds ${folder}. Free some space and start again.`,
    { cause },
  );

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
