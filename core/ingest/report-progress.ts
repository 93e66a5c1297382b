import type { Progress } from '#core/domain/ingestion.ts';
import type { Clock } from '#core/ports/clock.ts';

/** A card that changes more often is not read better. ◦ */
const everyMs = 400;

export type ProgressReport = {
  readonly report: (done: number, total: number) => void;
  /** Aborts when a commit was refused, with its verdict as the reason. */
  readonly signal: AbortSignal;
  /** Waits for the commit under way. */
  readonly settled: () => Promise<void>;
};

/**
 * Commits progress beside the work that makes it: one commit at a time, the latest values only. A
 * refused commit means that the row moved on, so the work is stopped.
 */
export const reportProgress = (
  commit: (progress: Progress) => Promise<void>,
  clock: Pick<Clock, 'elapsedMs'>,
): ProgressReport => {
  const refused = new AbortController();
  let committing: Promise<void> | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  let last = '';

  const start = (progress: Progress): void => {
    committing = commit(progress)
      .catch((error: unknown) => refused.abort(error))
      .finally(() => {
        committing = null;
      });
  };

  return {
    signal: refused.signal,
    report: (done, total) => {
      const key = `${done}/${total}`;
      const nowMs = clock.elapsedMs();
      const isDue = nowMs - lastMs >= everyMs || done === total;
      if (key === last || committing !== null || !isDue || refused.signal.aborted) return;
      last = key;
      lastMs = nowMs;
      start({ done, total });
    },
    settled: async () => {
      if (committing !== null) await committing;
    },
  };
};
