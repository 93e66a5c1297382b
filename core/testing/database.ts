import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '#core/infra/postgres/connect.ts';
import type { Connection, DatabaseAddress } from '#core/infra/postgres/connect.ts';
import { migrate } from '#core/infra/postgres/migrate.ts';
import { startDatabase } from '#embedded/database.ts';
import type { EmbeddedDatabase } from '#embedded/database.ts';
import { makeTarball } from '#embedded/tarball.ts';

/** URL of a PostgreSQL server where databases may be made, for `*.real.test.ts`; undefined without one. */
export const realDatabaseUrl: string | undefined = process.env['DATABASE_URL_REAL'];

export type TestDatabase = {
  readonly address: DatabaseAddress;
  readonly connection: Connection;
  /** The child process, for tests that kill it; null on a real server. */
  readonly embedded: EmbeddedDatabase | null;
  readonly close: () => Promise<void>;
};

/**
 * Gives the tests of one file a fresh, migrated database of their own, and ends it after them. Call
 * it at the top of the file or of a `describe`; the returned functions work from `beforeAll` on.
 * 'real' takes a new database on the server at `realDatabaseUrl`.
 */
export const withDatabase = (
  engine: 'embedded' | 'real' = 'embedded',
): { readonly connection: () => Connection; readonly database: () => TestDatabase } => {
  let opened: TestDatabase | null = null;
  beforeAll(async () => {
    opened = engine === 'real' ? await openRealDatabase() : await openTestDatabase();
  }, 120_000);
  afterAll(async () => {
    await opened?.close();
  });
  const database = (): TestDatabase => {
    if (opened === null) throw new Error('the database is there from beforeAll on');
    return opened;
  };
  return { database, connection: () => database().connection };
};

/** An embedded database in a temporary folder, copied from a migrated one that is kept in .cache. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const made = await migratedFolder();
  const folder = mkdtempSync(join(tmpdir(), 'anchr-test-'));
  cpSync(made, folder, { recursive: true });
  const embedded = await startDatabase({ folder, log: silent });
  const connection = connect(embedded.address);
  return {
    address: embedded.address,
    connection,
    embedded,
    close: async () => {
      await connection.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, '.cache', 'database');

/** Named after all that goes into it, so a changed migration or engine makes another. */
const migratedFolder = async (): Promise<string> => {
  const hash = createHash('sha256');
  const versions = readFileSync(join(root, 'package.json'), 'utf8').match(/"@electric-sql.*/g);
  hash.update((versions ?? []).join('\n'));
  for (const name of readdirSync(join(root, 'migrations')).toSorted()) {
    hash.update(`${name}\n`).update(readFileSync(join(root, 'migrations', name)));
  }
  const target = join(cache, `migrated-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(target)) return target;

  mkdirSync(cache, { recursive: true });
  const tarball = join(cache, 'empty.tar.gz');
  await makeTarball(tarball);
  const draft = mkdtempSync(join(cache, 'draft-'));
  const embedded = await startDatabase({ folder: draft, tarball, log: silent });
  const connection = connect(embedded.address, { maximum: 1 });
  try {
    await migrate(connection);
  } finally {
    await connection.close();
    await embedded.stop();
  }
  adopt(draft, target);
  return target;
};

/** Test files start at the same time and may make it side by side: the first is kept. */
const adopt = (draft: string, target: string): void => {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
};

/** A new, migrated database on the real server; dropped on close. */
export const openRealDatabase = async (): Promise<TestDatabase> => {
  if (realDatabaseUrl === undefined) throw new Error('DATABASE_URL_REAL names no server');
  const name = `anchr_test_${randomBytes(6).toString('hex')}`;
  const server = connect({ kind: 'url', url: realDatabaseUrl }, { maximum: 1 });
  await server.sql.unsafe(`create database ${name}`);
  const url = new URL(realDatabaseUrl);
  url.pathname = `/${name}`;
  const address: DatabaseAddress = { kind: 'url', url: url.href };
  const connection = connect(address);
  await migrate(connection);
  return {
    address,
    connection,
    embedded: null,
    close: async () => {
      await connection.close();
      await server.sql.unsafe(`drop database ${name} with (force)`);
      await server.close();
    },
  };
};
