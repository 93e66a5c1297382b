import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Terminal } from '#core/domain/errors.ts';
import { takeLock } from './lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anchr-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hold = (holder: unknown): void =>
  writeFileSync(join(folder, 'lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));

describe('the lock of a data folder', () => {
  it('refuses a second holder with a sentence that names the folder and the process', async () => {
    const lock = await takeLock(folder);
    const second = takeLock(folder, 0);
    await expect(second).rejects.toBeInstanceOf(Terminal);
    await expect(second).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
      message: expect.stringMatching(new RegExp(`${folder}.*process ${process.pid}`, 's')),
    });
    lock.release();
  });

  it('is free again after its release, and leaves nothing behind', async () => {
    (await takeLock(folder)).release();
    (await takeLock(folder, 0)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is recovered from a process that ended without releasing it', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    hold({ pid: child.pid, startedAt: '1' });
    (await takeLock(folder, 0)).release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('is recovered when another process has the same number now', async () => {
    hold({ pid: process.pid, startedAt: 'long ago' });
    (await takeLock(folder, 0)).release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it.each(['', 'no json', '{"pid":"x"}'])('is recovered from a file that says %j', async (text) => {
    hold(text);
    (await takeLock(folder, 0)).release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('waits a moment for a holder that is just ending', async () => {
    const lock = await takeLock(folder);
    const second = takeLock(folder, 2_000);
    setTimeout(() => lock.release(), 150);
    (await second).release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('goes to exactly one of many that find a dead holder', async () => {
    hold({ pid: 999_999_999, startedAt: '1' });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder, 0)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
