// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeProgram } from './project.mjs';

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']);
const parentCheckMs = 300;

/**
 * Runs Node 24 in this process's place: same input, output and signals.
 * @param {string[]} parameters
 * @param {{ program?: string, directory?: string }} [options]
 * @returns {Promise<number>} its exit code; 128 + n after signal n, as shells count
 */
export const runNode = async (parameters, { program = nodeProgram, directory } = {}) => {
  const child = spawn(program, parameters, { stdio: 'inherit', cwd: directory });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the child as well; passing it on would make two of one.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  // A signal to npm ends the shell between npm and this process, and the shell passes nothing on:
  // then only the loss of the parent tells that the end is wanted.
  const parent = process.ppid;
  const watch =
    process.env['npm_lifecycle_event'] === undefined
      ? undefined
      : setInterval(() => {
          if (process.ppid !== parent) child.kill('SIGTERM');
        }, parentCheckMs);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
      );
    });
  } finally {
    clearInterval(watch);
    for (const signal of forwarded) process.off(signal, forward);
  }
};
