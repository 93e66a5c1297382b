import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { Cancelled, Retryable } from '#core/domain/errors.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { Sidecar, SidecarAddress } from './call-sidecar.ts';

export type SupervisedSidecar = Sidecar & {
  /** Closes its input, waits for its end, and kills it when it does not come. */
  readonly stop: () => Promise<void>;
};

export type SidecarOptions = {
  /** The program and its arguments: Python of the sidecar's own environment. */
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  /** All that the child sees of the environment, beside its token. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Log;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Before start 2, 3, …, the last repeating; a child that stayed up this long begins anew. ◦ */
const restartDelaysMs = [250, 500, 1_000, 2_000, 5_000, 15_000] as const;
const stableMs = 60_000;
/** Importing what serves the models takes seconds on a slow disk. */
const startMs = 60_000;
const stopMs = 8_000;

const greetingSchema = z.object({ port: z.number().int().min(1).max(65_535) });

/**
 * Starts the sidecar as a child and keeps it running: a fresh token each time, the port from its first
 * line of output, its input held open so that it ends with this process however that dies.
 */
export const superviseSidecar = (options: SidecarOptions): SupervisedSidecar => {
  const stopping = new AbortController();
  const current: Current = { child: null, address: null, waiting: new Set() };
  const running = keepRunning(options, current, stopping.signal);
  return {
    address: (signal) => addressOf(current, AbortSignal.any([signal, stopping.signal]), options),
    stop: async () => {
      stopping.abort(new Cancelled('the process is stopping'));
      await end(current.child, options);
      await running;
    },
  };
};

type Current = {
  child: Child | null;
  address: SidecarAddress | null;
  readonly waiting: Set<(address: SidecarAddress) => void>;
};

const addressOf = async (
  current: Current,
  signal: AbortSignal,
  { clock }: SidecarOptions,
): Promise<SidecarAddress> => {
  if (signal.aborted) throw new Cancelled('stopped waiting for the parser');
  if (current.address !== null) return current.address;
  const given = new AbortController();
  const { promise: arrived, resolve: take } = Promise.withResolvers<SidecarAddress>();
  current.waiting.add(take);
  const late = clock.sleep(startMs, AbortSignal.any([signal, given.signal])).then(() => {
    throw new Retryable('PARSER_UNAVAILABLE', 'the parser does not start');
  });
  try {
    return await Promise.race([arrived, late]);
  } finally {
    current.waiting.delete(take);
    given.abort();
  }
};

const keepRunning = async (
  options: SidecarOptions,
  current: Current,
  stopping: AbortSignal,
): Promise<void> => {
  const { clock, log } = options;
  for (let failures = 0; !stopping.aborted;) {
    const startedMs = clock.elapsedMs();
    const reason = await runOnce(options, current);
    if (stopping.aborted) return;
    const upMs = Math.round(clock.elapsedMs() - startedMs);
    failures = upMs >= stableMs ? 1 : failures + 1;
    const delayMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length) - 1] ?? 15_000;
    log.warn('sidecar-ended', { reason, upMs, restartInMs: delayMs });
    await clock.sleep(delayMs, stopping).catch((error: unknown) => {
      if (!(error instanceof Cancelled)) throw error;
    });
  }
};

/** Resolves, with the reason, when the child has ended. */
const runOnce = (options: SidecarOptions, current: Current): Promise<string> => {
  const { command, folder, environment, log } = options;
  const token = randomBytes(32).toString('base64url');
  const [program, ...rest] = command;
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...environment, ANCHR_SIDECAR_TOKEN: token },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  current.child = child;
  // A child that died breaks the pipe; its end is reported by 'exit'.
  child.stdin.on('error', (error) => log.info('sidecar-input-closed', { message: error.message }));
  createInterface({ input: child.stderr }).on('line', (line) =>
    log.info('sidecar-said', { line: line.slice(0, 500) }),
  );
  createInterface({ input: child.stdout }).on('line', (line) => {
    const port = current.address === null ? portIn(line) : null;
    if (port !== null) greet(current, { url: `http://127.0.0.1:${port}`, token });
  });
  return new Promise((resolve) => {
    const ended = (reason: string): void => {
      current.address = null;
      current.child = null;
      resolve(reason);
    };
    child.once('error', (error) => ended(`it cannot be started: ${error.message}`));
    child.once('exit', (code, signal) => ended(`exit ${code ?? signal}`));
  });
};

const portIn = (line: string): number | null => {
  try {
    const read = greetingSchema.safeParse(JSON.parse(line));
    return read.success ? read.data.port : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const greet = (current: Current, address: SidecarAddress): void => {
  current.address = address;
  for (const take of current.waiting) take(address);
};

const end = async (child: Child | null, { clock, log }: SidecarOptions): Promise<void> => {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new AbortController();
  child.once('exit', () => exited.abort());
  child.stdin.end();
  try {
    await clock.sleep(stopMs, exited.signal);
    log.warn('sidecar-killed', { afterMs: stopMs });
    child.kill('SIGKILL');
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
};
