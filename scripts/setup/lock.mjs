// @ts-check
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from './project.mjs';

const lockFile = inProject('.cache', 'set-up', 'lock');
const lookAgainMs = 500;

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/**
 * The lock's text, or null where there is none. A lock older than the machine's start is stale
 * whatever process has its number today.
 */
const readLock = () => {
  try {
    const text = readFileSync(lockFile, 'utf8');
    const startedMs = Date.now() - uptime() * 1000;
    const pids = text
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0);
    const isStale = statSync(lockFile).mtimeMs < startedMs || !pids.some((pid) => isAlive(pid));
    return { text, pid: pids[0] ?? 0, isStale };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * The lock appears with its text in one step: a waiting process that found it empty would take it
 * for stale.
 */
const tryCreate = () => {
  const prepared = `${lockFile}.new.${process.pid}`;
  writeFileSync(prepared, `${process.pid}\n`);
  try {
    linkSync(prepared, lockFile);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(prepared, { force: true });
  }
};

/**
 * Moves a stale lock away. Only one of several waiting processes can win the rename; a fresh lock
 * that was caught by mistake is put back.
 * @param {string} staleText
 */
const removeStale = (staleText) => {
  const caught = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, caught);
    if (readFileSync(caught, 'utf8') !== staleText) linkSync(caught, lockFile);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(caught, { force: true });
  }
};

/**
 * Waits until this process is the only one that sets up.
 * @param {(line: string) => void} say
 * @returns {Promise<{ note: (pid: number) => void, release: () => void }>} `note` adds a command's
 *   process: should this one be killed, the next set-up still waits for that command's end.
 */
export const takeLock = async (say) => {
  mkdirSync(inProject('.cache', 'set-up'), { recursive: true });
  let hasSaid = false;
  while (!tryCreate()) {
    const lock = readLock();
    if (lock?.isStale) removeStale(lock.text);
    else if (lock) {
      if (!hasSaid) {
        say(`Another set-up (process ${lock.pid}) is running; waiting for it.`);
        say(`If there is none, delete ${lockFile}.`);
      }
      hasSaid = true;
      await sleep(lookAgainMs);
    }
  }
  return {
    note: (pid) => writeFileSync(lockFile, `${pid}\n`, { flag: 'a' }),
    release: () => rmSync(lockFile, { force: true }),
  };
};
