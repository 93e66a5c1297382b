// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inProject, pythonProgram } from './setup/project.mjs';
import { runNode } from './setup/run-node.mjs';
import { setup } from './setup.mjs';

const reports = inProject('.cache', 'tests');

/** @typedef {{ passed: number, failed: number, skipped: number, exitCode: number }} Outcome */

/** @param {string} file @param {number} exitCode @returns {Outcome} */
const readVitest = (file, exitCode) => {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, exitCode: exitCode || 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    exitCode,
  };
};

/** @param {string} file @param {number} exitCode @returns {Outcome} */
const readPytest = (file, exitCode) => {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, exitCode: exitCode || 1 };
  const suite = readFileSync(file, 'utf8').match(/<testsuite [^>]*>/)?.[0] ?? '';
  /** @param {string} name */
  const count = (name) => Number(suite.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  const skipped = count('skipped');
  return { passed: count('tests') - failed - skipped, failed, skipped, exitCode };
};

/** @param {string[]} parameters @returns {Promise<Outcome>} */
const runVitest = async (parameters) => {
  const report = `${reports}/vitest.json`;
  rmSync(report, { force: true });
  const exitCode = await runNode([
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...parameters,
  ]);
  return readVitest(report, exitCode);
};

/** @returns {Promise<Outcome>} */
const runPytest = async () => {
  const report = `${reports}/pytest.xml`;
  rmSync(report, { force: true });
  const exitCode = await runNode(['-m', 'pytest', '-q', `--junitxml=${report}`], {
    program: pythonProgram,
    directory: inProject('sidecar-docling'),
  });
  return readPytest(report, exitCode);
};

const parameters = process.argv.slice(2);
const isReal = parameters.includes('--real');
const own = parameters.filter((parameter) => parameter !== '--real');

await setup({ withTools: true });
mkdirSync(reports, { recursive: true });
const outcomes = [await runVitest(isReal ? ['--config', 'vitest.real.config.ts', ...own] : own)];
// Who names a file or a test is at work on that one.
if (!isReal && own.length === 0) outcomes.push(await runPytest());

/** @param {'passed' | 'failed' | 'skipped'} name */
const sum = (name) => outcomes.reduce((total, outcome) => total + outcome[name], 0);
process.stdout.write(
  `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`,
);
process.exitCode = outcomes.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0;
