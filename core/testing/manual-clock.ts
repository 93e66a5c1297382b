import { Cancelled } from '#core/domain/errors.ts';
import type { Clock } from '#core/ports/clock.ts';

type Sleeper = { readonly dueMs: number; readonly wake: () => void };

export type ManualClock = Clock & {
  /** Time passes; who is due wakes up in order, and what follows from it has happened. */
  readonly advance: (ms: number) => Promise<void>;
  /** Who sleeps now. */
  readonly sleeping: () => number;
};

/** Lets everything happen that waits for nothing but its turn. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Time that stands still until it is told to pass. */
export const createManualClock = (): ManualClock => {
  let nowMs = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => new Date(nowMs),
    elapsedMs: () => nowMs,
    sleep: (ms, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal.aborted) return Promise.reject(new Cancelled('stopped waiting'));
      const stop = (): void => {
        sleepers.delete(sleeper);
        reject(new Cancelled('stopped waiting'));
      };
      const wake = (): void => {
        sleepers.delete(sleeper);
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper: Sleeper = { dueMs: nowMs + ms, wake };
      sleepers.add(sleeper);
      signal.addEventListener('abort', stop, { once: true });
      return promise;
    },
    advance: async (ms) => {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const [next] = [...sleepers].toSorted((a, b) => a.dueMs - b.dueMs);
        if (next === undefined || next.dueMs > untilMs) break;
        nowMs = next.dueMs;
        next.wake();
        await settle();
      }
      nowMs = untilMs;
    },
    sleeping: () => sleepers.size,
  };
};
