import type { WorkKind } from '#core/domain/work.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';

/**
 * Wake-ups within one process. A wake that finds nobody waiting is kept for the next who waits, so
 * a row committed between a look and the wait after it is not met a poll later.
 */
export const createMemoryWakeups = (): Wakeups => {
  const waiting = new Map<WorkKind, Set<() => void>>();
  const missed = new Set<WorkKind>();
  return {
    wake: (kind) => {
      const waiters = waiting.get(kind);
      if (waiters === undefined || waiters.size === 0) missed.add(kind);
      for (const stop of waiters ?? []) stop();
    },
    wait: (kind, timeoutMs, signal) => {
      if (signal.aborted || missed.delete(kind)) return Promise.resolve();
      return new Promise((resolve) => {
        const waiters = waiting.get(kind) ?? new Set();
        waiting.set(kind, waiters);
        const stop = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          waiters.delete(stop);
          resolve();
        };
        const timer = setTimeout(stop, timeoutMs);
        signal.addEventListener('abort', stop);
        waiters.add(stop);
      });
    },
  };
};
