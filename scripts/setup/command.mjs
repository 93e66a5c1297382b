// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';
import { explainFailure, SetUpFailure } from './set-up-failure.mjs';

const everyMs = 5_000;
const keptCharacters = 20_000;

/**
 * npm scripts run with node_modules/.bin first in PATH, and that folder is what a set-up replaces:
 * its commands must find the system's own programs.
 */
const systemPath = () =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !/node_modules[/\\]\.bin$|node-gyp-bin$/.test(folder))
    .join(path.delimiter);

/** @param {string} output */
const lastLine = (output) => {
  const line =
    output
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1)
      ?.trim() ?? '';
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
};

/**
 * @typedef {{ name: string, say: (line: string) => void, note: (pid: number) => void, signal: AbortSignal }} Context
 * What every step is given: its name, where to write progress, where to note processes, when to stop.
 */

/**
 * Runs a command to its end, with a line of progress every few seconds and its whole output in a log.
 * @param {Context} context
 * @param {{ doing: string, registry?: string, program: string, parameters: string[], directory?: string, environment?: Record<string, string> }} command
 * @returns {Promise<string>} the end of its output
 * @throws {SetUpFailure} with a sentence that says what went wrong
 */
export const runCommand = async (context, command) => {
  const log = inProject('.cache', 'set-up', `${context.name}.log`);
  mkdirSync(path.dirname(log), { recursive: true });
  const logStream = createWriteStream(log, { flags: 'a' });
  logStream.write(`\n$ ${command.program} ${command.parameters.join(' ')}\n`);
  const startedMs = performance.now();
  // A group of its own: stopping a set-up stops also what npm and pip have started.
  const child = spawn(command.program, command.parameters, {
    cwd: command.directory ?? inProject(),
    env: { ...process.env, PATH: systemPath(), ...command.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) context.note(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output = (output + text).slice(-keptCharacters);
      logStream.write(text);
    });
  }
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  context.signal.addEventListener('abort', stop, { once: true });
  const ticker = setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    context.say(`${command.doing}, ${seconds} s · ${lastLine(output)}`);
  }, everyMs);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (context.signal.aborted) throw new SetUpFailure('Interrupted. Run again to finish.');
    if (code !== 0) {
      throw explainFailure({
        doing: command.doing,
        registry: command.registry ?? 'A server',
        output,
        log: path.relative(inProject(), log),
      });
    }
    return output;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    throw new SetUpFailure(
      `The program ${command.program} was not found. Install it and run again.`,
    );
  } finally {
    clearInterval(ticker);
    context.signal.removeEventListener('abort', stop);
    logStream.end();
  }
};
