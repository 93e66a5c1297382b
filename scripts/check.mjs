// @ts-check
import { existsSync } from 'node:fs';
import { inProject, nodeProgram, pythonProgram } from './setup/project.mjs';
import { runNode } from './setup/run-node.mjs';
import { setup } from './setup.mjs';

// Named, because the linters would otherwise walk node_modules and the caches.
const folders = ['bot', 'worker', 'core', 'embedded', 'scenarios', 'bench', 'scripts'];
const configs = ['vitest.config.ts', 'vitest.real.config.ts'];
const sources = [...folders, ...configs].filter((name) => existsSync(inProject(name)));
/** @param {string} name */
const tool = (name) => inProject('node_modules', '.bin', name);
const python = { program: pythonProgram, directory: inProject('sidecar-docling') };

/** @type {readonly { name: string, run: () => Promise<number> }[]} */
const parts = [
  {
    name: 'lint',
    run: () => runNode(['--deny-warnings', ...sources], { program: tool('oxlint') }),
  },
  { name: 'format', run: () => runNode(['--check', ...sources], { program: tool('oxfmt') }) },
  {
    name: 'types',
    run: () => runNode(['--noEmit', '-p', 'tsconfig.json'], { program: tool('tsc') }),
  },
  ...['scripts/tsconfig.json', 'bot/playground/page/tsconfig.json']
    .filter((project) => existsSync(inProject(project)))
    .map((project) => ({
      name: `types of ${project.replace('/tsconfig.json', '')}`,
      run: () => runNode(['--noEmit', '-p', project], { program: tool('tsc') }),
    })),
  { name: 'unused code', run: () => runNode([], { program: tool('knip') }) },
  {
    name: 'house rules',
    run: () => runNode(['scripts/house-rules.ts'], { program: nodeProgram }),
  },
  { name: 'Python lint', run: () => runNode(['-m', 'ruff', 'check', '.'], python) },
  { name: 'Python format', run: () => runNode(['-m', 'ruff', 'format', '--check', '.'], python) },
  { name: 'Python types', run: () => runNode(['-m', 'mypy'], python) },
];

await setup({ withTools: true });
process.chdir(inProject());
const only = process.argv.slice(2);
const failed = [];
for (const { name, run } of parts) {
  if (only.length > 0 && !only.includes(name)) continue;
  const startedMs = performance.now();
  process.stdout.write(`── ${name}\n`);
  const exitCode = await run();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`${exitCode === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
  if (exitCode !== 0) failed.push(name);
}
process.stdout.write(
  failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
