import { describe, expect, it } from 'vitest';
import { createMemoryWakeups } from './memory-wakeups.ts';

const never = new AbortController().signal;
const tookMs = async (work: Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work;
  return performance.now() - startedMs;
};

describe('wake-ups in one process', () => {
  it('reach everyone who waits for that kind, and nobody else', async () => {
    const wakeups = createMemoryWakeups();
    const runs = [wakeups.wait('run', 10_000, never), wakeups.wait('run', 10_000, never)];
    const delivery = tookMs(wakeups.wait('delivery', 60, never));
    wakeups.wake('run');
    expect(await tookMs(Promise.all(runs))).toBeLessThan(50);
    expect(await delivery).toBeGreaterThan(40);
  });

  it('are kept once for the next who waits when nobody did', async () => {
    const wakeups = createMemoryWakeups();
    wakeups.wake('run');
    wakeups.wake('run');
    expect(await tookMs(wakeups.wait('run', 10_000, never))).toBeLessThan(50);
    expect(await tookMs(wakeups.wait('run', 60, never))).toBeGreaterThan(40);
  });

  it('stop waiting when aborted, before or meanwhile, without a rejection', async () => {
    const wakeups = createMemoryWakeups();
    const stopping = new AbortController();
    const waiting = wakeups.wait('inbox', 10_000, stopping.signal);
    stopping.abort();
    expect(await tookMs(waiting)).toBeLessThan(50);
    expect(await tookMs(wakeups.wait('inbox', 10_000, stopping.signal))).toBeLessThan(50);
  });
});
