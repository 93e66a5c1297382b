import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type StartFigures = {
  /** From the process's start to the page's address, on a new folder and on the same one again. */
  readonly coldMs: number;
  readonly warmMs: number;
  /** Resident memory of all its processes ten seconds after a start. */
  readonly residentMegabytes: number;
};

const settleMs = 10_000;

/** Starts the whole composition twice on one folder, as `npm start` does after set-up. */
export const startFigures = async (): Promise<StartFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'anchr-start-'));
  try {
    const cold = await startOnce(folder);
    await stop(cold.child);
    const warm = await startOnce(folder);
    await wait(settleMs);
    const residentMegabytes = residentOf(warm.child.pid ?? 0) / 1_024;
    await stop(warm.child);
    return { coldMs: cold.tookMs, warmMs: warm.tookMs, residentMegabytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const startOnce = async (
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly tookMs: number }> => {
  const startedMs = performance.now();
  const main = fileURLToPath(new URL('../embedded/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ANCHR_DATA: folder, ANCHR_PLAYGROUND_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Anchr is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`it ended while starting (${String(code)})`)));
  });
  return { child, tookMs: performance.now() - startedMs };
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

type Process = { readonly pid: number; readonly parent: number; readonly kilobytes: number };

const residentOf = (root: number): number => {
  const all = processes();
  const of = (pid: number): number =>
    all
      .filter(({ parent }) => parent === pid)
      .reduce(
        (sum, child) => sum + of(child.pid),
        all.find((one) => one.pid === pid)?.kilobytes ?? 0,
      );
  return of(root);
};

const processes = (): readonly Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name): readonly Process[] => {
      const status = statusOf(name);
      const field = (key: string): number =>
        Number(new RegExp(`^${key}:\\s+(\\d+)`, 'mu').exec(status)?.[1] ?? 0);
      return [{ pid: Number(name), parent: field('PPid'), kilobytes: field('VmRSS') }];
    });

/** Empty for a process that ended meanwhile. */
const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};
