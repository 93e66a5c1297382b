import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Retryable } from '#core/domain/errors.ts';
import { connect } from '#core/infra/postgres/connect.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import { databaseAddress, startDatabase } from './database.ts';
import type { EmbeddedDatabase } from './database.ts';
import { makeTarball } from './tarball.ts';

const events: string[] = [];
const log = {
  info: (event: string) => events.push(event),
  warn: (event: string) => events.push(event),
  error: (event: string) => events.push(event),
};
const parent = mkdtempSync(join(tmpdir(), 'anchr-database-'));
const tarball = fileURLToPath(new URL('../.cache/database/empty.tar.gz', import.meta.url));
let folders = 0;
const newFolder = (): string => join(parent, `data-${(folders += 1)}`);
beforeAll(() => makeTarball(tarball), 60_000);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const until = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Retryable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

describe('an embedded database', () => {
  const folder = newFolder();
  let database: EmbeddedDatabase;
  let one: Connection;
  let two: Connection;
  beforeAll(async () => {
    database = await startDatabase({ folder, tarball, log });
    one = connect(database.address);
    two = connect(database.address);
    await one.sql`create table things (id integer primary key, name text not null)`;
  }, 60_000);
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await database.stop();
  });

  it('listens in the data folder, for its owner only', () => {
    expect(database.address).toEqual(databaseAddress(folder));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(databaseAddress(folder).path).mode & 0o777).toBe(0o600);
  });

  it('has pgvector and BM25', async () => {
    const rows = await one.sql<{ extname: string }[]>`select extname from pg_extension`;
    expect(rows.map(({ extname }) => extname)).toEqual(
      expect.arrayContaining(['vector', 'pg_textsearch']),
    );
  });

  it('never mixes up clients that speak at once, also where some make errors', async () => {
    const asked = Array.from({ length: 300 }, (_, at) => {
      const { sql } = at % 2 === 0 ? one : two;
      // Unnamed statements: described in one message, executed in another.
      return at % 5 === 0
        ? sql.unsafe<{ it: number }[]>('select $1::int / 0 as it', [at])
        : sql.unsafe<{ it: number }[]>('select $1::int as it', [at]);
    });
    const results = await Promise.allSettled(asked);
    const wrong = results.filter((result, at) =>
      at % 5 === 0
        ? result.status !== 'rejected' || result.reason.code !== '22012'
        : result.status !== 'fulfilled' || result.value[0]?.it !== at,
    );
    expect(wrong).toEqual([]);
  });

  it('keeps transactions of several clients apart, and rolls back what a lost one began', async () => {
    const lost = connect(database.address, { maximum: 1 });
    const begun = Promise.withResolvers<void>();
    const never = lost
      .transaction(async (transaction) => {
        await transaction`insert into things values (1, 'lost')`;
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 200));
        await lost.sql.end({ timeout: 0 });
        await transaction`insert into things values (2, 'lost')`;
      })
      .catch((error: unknown) => error);
    await begun.promise;
    const [row] = await two.sql<{ count: number }[]>`select count(*)::int as count from things`;
    expect(row?.count).toBe(0);
    expect(await never).toBeInstanceOf(Error);
  });

  it('is refused to a second process with a sentence, and the first goes on', async () => {
    await expect(startDatabase({ folder, log })).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
      message: expect.stringContaining(folder),
    });
    expect(await one.sql`select 1 as it`).toEqual([{ it: 1 }]);
  });

  it('comes back when its process is killed, with all that was committed', async () => {
    await one.sql`insert into things values (7, 'kept')`;
    process.kill(database.pid(), 'SIGKILL');
    await expect(one.run((sql) => sql`select 1`)).rejects.toBeInstanceOf(Retryable);
    const rows = await until(() => one.run((sql) => sql`select name from things where id = 7`));
    expect(rows).toEqual([{ name: 'kept' }]);
    expect(events).toEqual(expect.arrayContaining(['database-exit', 'database-restarted']));
  });
});

describe('the start of an embedded database', () => {
  it('sets aside what an interrupted first start left, and deletes none of it', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'database'), { recursive: true });
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '18');
    const database = await startDatabase({ folder, tarball, log });
    await database.stop();
    const aside = readdirSync(folder).find((name) => name.startsWith('database.interrupted-'));
    expect(readdirSync(join(folder, aside ?? 'nothing'))).toEqual(['PG_VERSION']);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('ends in a sentence where the files are damaged, and lets the folder go', async () => {
    const folder = newFolder();
    await startDatabase({ folder, tarball, log }).then((database) => database.stop());
    rmSync(join(folder, 'database', 'global'), { recursive: true });
    await expect(startDatabase({ folder, log })).rejects.toMatchObject({
      code: 'DATABASE_UNREADABLE',
      message: expect.stringMatching(/may be damaged/),
    });
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('is undone with the process that made it: the child ends when its input closes', async () => {
    const folder = newFolder();
    const script = `
      const { startDatabase } = await import(${JSON.stringify(new URL('./database.ts', import.meta.url).href)});
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const { pid } = await startDatabase({ folder: ${JSON.stringify(folder)}, tarball: ${JSON.stringify(tarball)}, log });
      console.log(pid());`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [said] = await once(owner.stdout, 'data');
    const pid = Number(String(said));
    expect(() => process.kill(pid, 0)).not.toThrow();
    owner.kill('SIGKILL');
    const next = await startDatabase({ folder, log });
    expect(next.pid()).not.toBe(pid);
    await next.stop();
  });

  it('finds another place for its socket where the path is too long for one', () => {
    const { path } = databaseAddress(join(parent, 'x'.repeat(120)));
    expect(path.length).toBeLessThan(100);
    expect(path).toBe(databaseAddress(join(parent, 'x'.repeat(120))).path);
    expect(path).not.toBe(databaseAddress(join(parent, 'y'.repeat(120))).path);
  });
});
