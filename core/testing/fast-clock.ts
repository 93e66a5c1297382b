import { createSystemClock } from '#core/infra/system-clock.ts';
import type { Clock } from '#core/ports/clock.ts';

/** Time that passes `times` as fast: waits are shorter, durations longer. */
export const createFastClock = (times: number): Clock => {
  const clock = createSystemClock();
  return {
    now: clock.now,
    elapsedMs: () => clock.elapsedMs() * times,
    sleep: (ms, signal) => clock.sleep(ms / times, signal),
  };
};
