// @ts-check
import { statfsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { databaseTarball } from './setup/database-tarball.mjs';
import { takeLock } from './setup/lock.mjs';
import { packages } from './setup/packages.mjs';
import { root } from './setup/project.mjs';
import { SetUpFailure } from './setup/set-up-failure.mjs';
import { sidecarTools } from './setup/sidecar-tools.mjs';
import { sidecar } from './setup/sidecar.mjs';
import { isDone, removeStamp, writeStamp } from './setup/stamp.mjs';
import { starterModel } from './setup/starter-model.mjs';

// Two chains that need nothing of each other; the later steps of each need the first.
const chainsFor = ({ withTools = false }) => [
  [packages, databaseTarball],
  withTools ? [sidecar, starterModel, sidecarTools] : [sidecar, starterModel],
];
const neededBytes = 3e9;

/** @param {string} line */
const say = (line) => process.stderr.write(`[set-up] ${line}\n`);

/** @typedef {typeof sidecar} Step */

/** @param {Step} step */
const isStepDone = (step) => isDone({ name: step.name, key: step.key(), results: step.results });

const checkMachine = (/** @type {Step[]} */ steps) => {
  if (process.platform === 'win32') {
    throw new SetUpFailure('Anchr runs on Linux and macOS. On Windows, use WSL.');
  }
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetUpFailure(`Node 20 or newer is needed to set up; this is ${process.version}.`);
  }
  for (const step of steps) step.check();
  const { bavail, bsize } = statfsSync(root);
  const freeBytes = bavail * bsize;
  if (steps.some(({ isLarge }) => isLarge) && freeBytes < neededBytes) {
    throw new SetUpFailure(
      `The disk has ${(freeBytes / 1e9).toFixed(1)} GB free and the set-up needs 3 GB. Free some room and run again.`,
    );
  }
};

/**
 * @param {Step[]} chain
 * @param {{ note: (pid: number) => void, signal: AbortSignal }} context
 */
const runChain = async (chain, context) => {
  for (const step of chain) {
    if (isStepDone(step) || context.signal.aborted) continue;
    removeStamp(step.name);
    const startedMs = performance.now();
    say(`${step.title} …`);
    const key = step.key();
    await step.run({
      ...context,
      name: step.name,
      say: (line) => say(`  ${line}`),
    });
    writeStamp(step.name, key);
    say(`${step.title}: ready after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }
};

/** @param {Step[][]} chains */
const runAll = async (chains) => {
  const lock = await takeLock(say);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt).once('SIGHUP', interrupt);
  try {
    const open = chains.flat().filter((step) => !isStepDone(step));
    checkMachine(open);
    const runs = chains.map((chain) =>
      runChain(chain, { note: lock.note, signal: stop.signal }).catch((error) => {
        const isFirst = !stop.signal.aborted;
        stop.abort();
        return isFirst ? error : null;
      }),
    );
    const failure = (await Promise.all(runs)).find(Boolean);
    if (failure) throw failure;
    if (stop.signal.aborted) throw new SetUpFailure('Interrupted. Run again to finish.');
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('SIGHUP', interrupt);
    lock.release();
  }
};

/** @param {unknown} error */
const sentenceOf = (error) => {
  if (error instanceof SetUpFailure) return error.message;
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'ENOSPC') return 'The disk is full. Free some room and run again.';
  if (code === 'EACCES' || code === 'EROFS') return `${path ?? root} cannot be written.`;
  return null;
};

/**
 * Brings the project into a state in which it runs: does what changed since the last time, and
 * nothing when nothing did. Ends the process with one sentence and exit code 1 where it cannot.
 * @param {{ withTools?: boolean }} [needs] `withTools`: also what only checks and tests need
 */
export const setup = async (needs = {}) => {
  try {
    const chains = chainsFor(needs);
    if (chains.flat().every(isStepDone)) return;
    await runAll(chains);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    say(sentence);
    process.exit(1);
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setup();
  say('Everything is ready.');
}
