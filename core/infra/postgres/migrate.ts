import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Terminal } from '#core/domain/errors.ts';
import type { Connection } from './connect.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Any number, the same in every process: migrators wait for each other on it. */
const lockKey = 4_317_001;

/**
 * Brings the database up to date: every file of `migrations/` in the order of its name, each once,
 * all in one transaction. Rejects with Terminal('MIGRATION_CHANGED') where an applied file differs.
 */
export const migrate = (connection: Connection): Promise<void> =>
  connection.transaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`;
    await sql`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`;
    const rows = await sql<
      { name: string; checksum: string }[]
    >`select name, checksum from migrations`;
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const { name, text, checksum } of migrationFiles()) {
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before !== undefined) {
        throw new Terminal(
          'MIGRATION_CHANGED',
          `migration ${name} was changed after it was applied`,
        );
      }
      await sql.unsafe(text);
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`;
    }
  });

const migrationFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
