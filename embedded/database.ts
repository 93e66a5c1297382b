import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import type { DatabaseAddress } from '#core/infra/postgres/connect.ts';
import type { Log } from '#core/ports/log.ts';
import { childReport } from './database-messages.ts';
import type { ChildOrder, ChildReport } from './database-messages.ts';

export type DatabaseOptions = {
  /** The data folder: database files, socket and lock lie in it. Made with mode 0700 if missing. */
  readonly folder: string;
  /** Start-up tarball for the first start (embedded/tarball.ts); without one it takes seconds longer. */
  readonly tarball?: string | undefined;
  /** Also listens on this port of 127.0.0.1. */
  readonly port?: number | undefined;
  readonly log: Log;
};

export type EmbeddedDatabase = {
  readonly address: DatabaseAddress;
  /** Process id of the child that serves now. */
  readonly pid: () => number;
  /** Resolves with the reason: stopped, or died and could not be brought back. */
  readonly gone: Promise<Error>;
  /** Ends the child after its clients' statements; safe to call twice. */
  readonly stop: () => Promise<void>;
};

const startTimeoutMs = 60_000;
/** A child that ends is started again after these; a quiet minute forgives. */
const restartDelaysMs: readonly number[] = [0, 500, 2_000, 5_000];
const forgivenAfterMs = 60_000;
const stopTimeoutMs = 10_000;
/** Longest path of a Unix socket that every system takes (macOS: 104 with its end). */
const longestSocketPath = 100;

/**
 * Where the database of a data folder listens, whoever serves it: in the folder, or, where that
 * path is too long for a socket, in a private folder named after it under the temporary one.
 */
export const databaseAddress = (folder: string): Extract<DatabaseAddress, { kind: 'socket' }> => {
  const inFolder = join(resolve(folder), 'database.socket');
  if (Buffer.byteLength(inFolder) <= longestSocketPath) return { kind: 'socket', path: inFolder };
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  return { kind: 'socket', path: join(tmpdir(), `anchr-${name}`, 'database.socket') };
};

/**
 * Starts the embedded database (PGlite with pgvector and pg_textsearch) as a supervised child
 * process and resolves when it takes connections. Rejects with Terminal('DATA_FOLDER_IN_USE' |
 * 'DATABASE_UNREADABLE' | 'DATABASE_NOT_STARTED') or Retryable('DISK_FULL'), each with a sentence.
 */
export const startDatabase = async (options: DatabaseOptions): Promise<EmbeddedDatabase> => {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const address = databaseAddress(folder);
  const order: ChildOrder = {
    folder,
    tarball: options.tarball ?? null,
    socketPath: address.path,
    port: options.port ?? null,
  };
  let child = await startChild(order);
  const stopping = new AbortController();

  const revive = async (failuresBefore: number): Promise<number> => {
    for (let failures = failuresBefore; ; failures += 1) {
      const delayMs = restartDelaysMs[failures];
      if (delayMs === undefined) {
        throw new Terminal('DATABASE_NOT_STARTED', 'The database ended again and again.');
      }
      await wait(delayMs, undefined, { signal: stopping.signal });
      try {
        child = await startChild(order);
        options.log.info('database-restarted', { pid: child.pid });
        return failures + 1;
      } catch (error) {
        if (error instanceof Terminal && error.code !== 'DATABASE_NOT_STARTED') throw error;
        options.log.error('database-not-restarted', { failures });
      }
    }
  };
  const supervise = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const startedAtMs = Date.now();
      const exit = await exitOf(child);
      if (stopping.signal.aborted) return;
      options.log.error('database-exit', exit);
      failures = await revive(Date.now() - startedAtMs > forgivenAfterMs ? 0 : failures);
    }
  };

  const gone = supervise().then(
    () => new Error('the database was stopped'),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  return {
    address,
    pid: () => child.pid ?? 0,
    gone,
    stop: async () => {
      stopping.abort();
      await stopChild(child);
      await gone;
      // One that was being started meanwhile.
      await stopChild(child);
    },
  };
};

const startChild = async (order: ChildOrder): Promise<ChildProcess> => {
  const script = fileURLToPath(new URL('./database-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Nothing of the environment concerns it.
    env: {},
  });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors.push(text);
    if (errors.length > 20) errors.shift();
  });
  child.stdin.on('error', () => {});
  const report = await Promise.race([firstLine(child), timeUp()]);
  if (report.kind === 'ready') return child;
  await stopChild(child);
  throw report.verdict === 'Retryable'
    ? new Retryable(report.code, report.message)
    : new Terminal(report.code, report.message, {
        cause: new Error(errors.join('').slice(-2_000)),
      });
};

const firstLine = (child: ChildProcess): Promise<ChildReport> =>
  new Promise((tell) => {
    const fail = (message: string): void =>
      tell({ kind: 'failed', verdict: 'Terminal', code: 'DATABASE_NOT_STARTED', message });
    child.once('error', (error) => fail(`The database could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      fail(`The database ended while it was starting (${signal ?? `exit code ${code}`}).`),
    );
    if (child.stdout === null) return fail('The database has no standard output.');
    createInterface({ input: child.stdout }).once('line', (line) =>
      tell(childReport.parse(JSON.parse(line))),
    );
  });

const timeUp = async (): Promise<ChildReport> => {
  await wait(startTimeoutMs, undefined, { ref: false });
  return {
    kind: 'failed',
    verdict: 'Terminal',
    code: 'DATABASE_NOT_STARTED',
    message: `The database did not start within ${startTimeoutMs / 1_000} seconds.`,
  };
};

type Exit = { readonly code: number | null; readonly signal: string | null };

const exitOf = (child: ChildProcess): Promise<Exit> =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve({ code: child.exitCode, signal: child.signalCode })
    : new Promise((tell) => {
        child.once('exit', (code, signal) => tell({ code, signal }));
      });

/** Closing its input asks it to end; one that does not is killed: its files survive that. */
const stopChild = async (child: ChildProcess): Promise<void> => {
  child.stdin?.end();
  const ended = await Promise.race([
    exitOf(child).then(() => true),
    wait(stopTimeoutMs, false, { ref: false }),
  ]);
  if (!ended) child.kill('SIGKILL');
  await exitOf(child);
};
