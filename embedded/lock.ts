import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Terminal } from '#core/domain/errors.ts';

export type Lock = { readonly release: () => void };

type Holder = { readonly pid: number; readonly startedAt: string };

/** A process that is just ending gets this long to let go. */
const defaultWaitMs = 2_000;
/** Longer than any recovery takes: a guard this old belongs to a process that died in it. */
const abandonedGuardMs = 5_000;

/**
 * Takes the data folder for this process, because PGlite itself opens a folder twice without an
 * error and then destroys it. The lock names a process by its id and start time, so one left by a
 * killed process is recovered. Rejects with Terminal('DATA_FOLDER_IN_USE').
 */
export const takeLock = async (folder: string, waitMs = defaultWaitMs): Promise<Lock> => {
  const path = join(folder, 'lock');
  const me: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? 'unknown' };
  const untilMs = Date.now() + waitMs;
  for (;;) {
    if (create(folder, path, me)) return { release: () => release(path, me) };
    const holder = read(path);
    if (holder !== null && !runs(holder)) recover(folder, path);
    else if (Date.now() >= untilMs) throw inUse(folder, holder);
    else await wait(50);
  }
};

const inUse = (folder: string, holder: Holder | null): Terminal =>
  new Terminal(
    'DATA_FOLDER_IN_USE',
    `The data folder ${folder} is in use by another Anchr (process ${holder?.pid ?? 'unknown'}). ` +
      'Stop that one first, or set ANCHR_DATA to another folder.',
  );

/** A hard link appears with its content or not at all: no one reads a half-written lock. */
const create = (folder: string, path: string, me: Holder): boolean => {
  const draft = join(folder, `lock.${me.pid}`);
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
};

const read = (path: string): Holder | null => {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isHolder(holder) ? holder : { pid: 0, startedAt: 'unreadable' };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (error instanceof SyntaxError) return { pid: 0, startedAt: 'unreadable' };
    throw error;
  }
};

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'startedAt' in value &&
  typeof value.startedAt === 'string';

const runs = ({ pid, startedAt }: Holder): boolean => pid > 0 && startOf(pid) === startedAt;

/** Two processes may find the same dead holder: under the guard each looks again before it removes. */
const recover = (folder: string, path: string): void => {
  const guard = join(folder, 'lock.recovering');
  try {
    mkdirSync(guard);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    removeAbandoned(guard);
    return;
  }
  try {
    const holder = read(path);
    if (holder !== null && !runs(holder)) unlinkSync(path);
  } finally {
    rmdirSync(guard);
  }
};

const removeAbandoned = (guard: string): void => {
  try {
    if (Date.now() - statSync(guard).mtimeMs > abandonedGuardMs) rmdirSync(guard);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

const release = (path: string, me: Holder): void => {
  const holder = read(path);
  if (holder?.pid === me.pid && holder.startedAt === me.startedAt) unlinkSync(path);
};

/** When a process started, as its system tells it; null when no such process runs. */
const startOf = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may hold anything, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return process.platform === 'linux' ? null : startByPs(pid);
  }
};

/** `ps` ends with an error when there is no such process. */
const startByPs = (pid: number): string | null => {
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return line.trim() === '' ? null : line.trim();
  } catch {
    return null;
  }
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
