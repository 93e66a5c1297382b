// @ts-check
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runCommand } from './command.mjs';
import { inProject, nodeProgram } from './project.mjs';
import { keyOf } from './stamp.mjs';

const maker = 'embedded/tarball.ts';
const result = inProject('.cache', 'database', 'empty.tar.gz');

const databaseVersions = () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  return Object.entries(/** @type {Record<string, { version: string }>} */ (packages))
    .filter(([name]) => name.startsWith('node_modules/@electric-sql/pglite'))
    .map(([name, { version }]) => `${name}@${version}`);
};

/** An initialised, empty database: unpacking it takes a second where a first start takes ten. */
export const databaseTarball = {
  name: 'database',
  title: 'start-up copy of the embedded database',
  isLarge: false,
  results: [result],
  key: () =>
    keyOf({ files: [maker, 'scripts/setup/database-tarball.mjs'], values: databaseVersions() }),
  check: () => undefined,
  /** @param {import('./command.mjs').Context} context */
  run: async (context) => {
    mkdirSync(inProject('.cache', 'database'), { recursive: true });
    // The maker leaves an existing copy alone, and this one is of another version.
    rmSync(result, { force: true });
    await runCommand(context, {
      doing: 'preparing the database',
      program: nodeProgram,
      parameters: [maker, result],
    });
  },
};
