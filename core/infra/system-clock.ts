import { setTimeout as wait } from 'node:timers/promises';
import { Cancelled } from '#core/domain/errors.ts';
import type { Clock } from '#core/ports/clock.ts';

export const createSystemClock = (): Clock => ({
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      throw new Cancelled('stopped waiting', { cause: error });
    }
  },
});
