// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeProgram } from './project.mjs';

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']);

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
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
      );
    });
  } finally {
    for (const signal of forwarded) process.off(signal, forward);
  }
};
