import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Cancelled } from '#core/domain/errors.ts';
import { createFastClock } from '#core/testing/fast-clock.ts';
import type { LogFields } from '#core/ports/log.ts';
import { superviseSidecar } from './supervise.ts';
import type { SupervisedSidecar } from './supervise.ts';

/** A stand-in for the service: listens, says its port, ends with its input, tells what it was given. */
const child = (more = ''): string => `
  const { createServer } = require('node:http');
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(3);
    response.end(JSON.stringify({ pid: process.pid, names: Object.keys(process.env), token: process.env.ANCHR_SIDECAR_TOKEN }));
  });
  process.stdin.resume();
  process.stdin.on('end', () => { ${more === 'stubborn' ? '' : 'process.exit(0);'} });
  server.listen(0, '127.0.0.1', () => {
    console.log('a line that is no greeting');
    console.log(JSON.stringify({ port: server.address().port }));
  });`;

const records: string[] = [];
const delays: unknown[] = [];
const write = (event: string, fields: LogFields): void => {
  records.push(event);
  if (event === 'sidecar-ended') delays.push(fields['restartInMs']);
};

let started: SupervisedSidecar | null = null;
afterEach(async () => {
  await started?.stop();
  records.length = 0;
  delays.length = 0;
});

const start = (code: string, program = process.execPath): SupervisedSidecar => {
  started = superviseSidecar({
    command: [program, '-e', code],
    folder: process.cwd(),
    environment: { LANG: 'C.UTF-8' },
    clock: createFastClock(20),
    log: { info: write, warn: write, error: write },
  });
  return started;
};

const never = new AbortController().signal;
const toldSchema = z.object({ pid: z.number(), names: z.array(z.string()), token: z.string() });
const ask = async (sidecar: SupervisedSidecar, path = '/') => {
  const { url, token } = await sidecar.address(never);
  const response = await fetch(`${url}${path}`);
  return { token, told: toldSchema.parse(await response.json()) };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the supervisor', () => {
  it('gives the child a long token and nothing of its own environment', async () => {
    const { token, told } = await ask(start(child()));
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(told.token).toBe(token);
    expect(told.names.toSorted()).toEqual(['ANCHR_SIDECAR_TOKEN', 'LANG']);
  });

  it('starts a child that died again, elsewhere and with a fresh token', async () => {
    const sidecar = start(child());
    const first = await ask(sidecar);
    await ask(sidecar, '/die').catch(() => null);
    await expect.poll(() => records.includes('sidecar-ended')).toBe(true);
    const second = await ask(sidecar);
    expect(second.told.pid).not.toBe(first.told.pid);
    expect(second.token).not.toBe(first.token);
  });

  it('ends the child by closing its input, and starts none after that', async () => {
    const sidecar = start(child());
    const { told } = await ask(sidecar);
    await sidecar.stop();
    expect(isAlive(told.pid)).toBe(false);
    await expect(sidecar.address(never)).rejects.toBeInstanceOf(Cancelled);
    expect(records).toEqual([]);
  });

  it('kills a child that does not end', async () => {
    const sidecar = start(child('stubborn'));
    const { told } = await ask(sidecar);
    await sidecar.stop();
    expect(isAlive(told.pid)).toBe(false);
    expect(records).toEqual(['sidecar-killed']);
  });

  it('says so, and lets a caller stop waiting, where the program is not there', async () => {
    const sidecar = start('', 'no-such-program');
    const abort = new AbortController();
    const waiting = sidecar.address(abort.signal);
    await expect.poll(() => records.includes('sidecar-ended')).toBe(true);
    abort.abort();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
  });

  it('waits longer before each start that fails', async () => {
    start('process.exit(2)');
    await expect.poll(() => delays.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(4);
    expect(delays.slice(0, 4)).toEqual([250, 500, 1_000, 2_000]);
  });
});
