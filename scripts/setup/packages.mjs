// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { runCommand } from './command.mjs';
import { inProject, nodeProgram } from './project.mjs';
import { SetUpFailure } from './set-up-failure.mjs';
import { keyOf } from './stamp.mjs';

/** @param {string} file */
const packagesIn = (file) => {
  const { packages } = JSON.parse(readFileSync(inProject(file), 'utf8'));
  return new Map(
    Object.entries(
      /** @type {Record<string, { version: string, optional?: boolean }>} */ (packages),
    ),
  );
};

/**
 * Whether node_modules already holds what the lock file asks for: npm writes the list of what it
 * installed as its last act, so a developer's own `npm install` counts and is not repeated.
 */
const isInstalled = () => {
  if (!existsSync(nodeProgram) || !existsSync(inProject('node_modules', '.package-lock.json'))) {
    return false;
  }
  const asked = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  asked.delete('');
  const isSame = [...installed].every(
    ([name, { version }]) => asked.get(name)?.version === version,
  );
  return (
    isSame && [...asked].every(([name, { optional }]) => optional === true || installed.has(name))
  );
};

/** npm packages, among them Node 24 itself. */
export const packages = {
  name: 'packages',
  title: 'npm packages and Node 24',
  isLarge: true,
  results: [nodeProgram, inProject('node_modules', '.package-lock.json')],
  key: () =>
    keyOf({
      files: ['package-lock.json', 'scripts/setup/packages.mjs'],
      values: [process.platform, process.arch],
    }),
  check: () => undefined,
  /** @param {import('./command.mjs').Context} context */
  run: async (context) => {
    if (isInstalled()) return;
    const registry = 'The npm registry';
    // Only the package `node` may run its install script (it fetches the binary), whatever the
    // version of npm and the user's own settings say.
    await runCommand(context, {
      doing: 'installing npm packages',
      registry,
      program: 'npm',
      parameters: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    });
    await runCommand(context, {
      doing: 'installing Node 24',
      registry,
      program: 'npm',
      parameters: ['rebuild', 'node', '--ignore-scripts=false', '--no-audit', '--no-fund'],
    });
    if (!existsSync(nodeProgram)) {
      throw new SetUpFailure(
        `Node 24 was not installed by the npm package "node" on ${process.platform} ${process.arch}.`,
      );
    }
  },
};
