import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { mkdirSync } from 'node:fs';
import { openEngine } from './database-engine.ts';

/**
 * Makes the start-up tarball: an initialised, empty database with its extensions, gzip. A first
 * start that loads it takes about a second instead of several. Nothing is done where it exists.
 */
export const makeTarball = async (output: string): Promise<void> => {
  const target = resolve(output);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'anchr-tarball-'));
  try {
    const engine = await openEngine(folder, null);
    const dump = await engine.dumpDataDir('gzip');
    await engine.close();
    const draft = `${target}.${process.pid}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const output = process.argv[2];
  if (output === undefined) {
    console.error('usage: node embedded/tarball.ts OUTPUT');
    process.exitCode = 1;
  } else await makeTarball(output);
}
