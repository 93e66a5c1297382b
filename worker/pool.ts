import { Cancelled, isVerdict, Stale } from '#core/domain/errors.ts';
import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import type { Work } from '#core/ports/work.ts';
import { withLease } from './lease.ts';

export type PoolOptions = {
  readonly kind: WorkKind;
  /** Units at once; pools are separate, so a question never waits for an ingestion. */
  readonly size: number;
  readonly owner: string;
  readonly perform: (claim: Claim, signal: AbortSignal) => Promise<void>;
  readonly work: Work;
  readonly wakeups: Wakeups;
  readonly clock: Clock;
  readonly log: Log;
};

export type Pool = {
  /** Claims stop at once; units in hand are aborted, handed back, and awaited. */
  readonly stop: () => Promise<void>;
};

/** The reconciler's beat: due rows are looked for this often even when every wake-up was lost. */
const pollMs = 1_000;
/** A unit that threw without a verdict of its own comes back after this. */
const unexpectedDelayMs = 5_000;

/** Claims due rows of one kind and performs them, each under its lease, until stopped. */
export const startPool = (options: PoolOptions): Pool => {
  const stopping = new AbortController();
  const active = new Set<Promise<void>>();
  const looking = look(options, active, stopping.signal);
  return {
    stop: async () => {
      stopping.abort(new Cancelled('the process is stopping'));
      await looking;
      await Promise.all(active);
    },
  };
};

const look = async (
  options: PoolOptions,
  active: Set<Promise<void>>,
  stopping: AbortSignal,
): Promise<void> => {
  const { kind, owner, size, work, wakeups, log } = options;
  while (!stopping.aborted) {
    const free = size - active.size;
    try {
      const claims = free > 0 ? await work.claim(kind, owner, free) : [];
      for (const claim of claims) {
        const unit = performOne(options, claim, stopping).finally(() => {
          active.delete(unit);
          wakeups.wake(kind);
        });
        active.add(unit);
      }
      if (claims.length > 0 && claims.length === free) continue;
      const dueMs = active.size >= size ? null : await work.nextDueMs(kind);
      await wakeups.wait(kind, Math.max(20, Math.min(pollMs, dueMs ?? pollMs)), stopping);
    } catch (error) {
      log.error('pool-look-failed', { kind, message: messageOf(error) });
      await wakeups.wait(kind, pollMs, stopping);
    }
  }
};

const performOne = async (
  { kind, perform, work, clock, log }: PoolOptions,
  claim: Claim,
  stopping: AbortSignal,
): Promise<void> => {
  const startedMs = clock.elapsedMs();
  const done = (verdict: string, message: string | null): void =>
    log[verdict === 'unexpected' ? 'error' : 'info']('unit', {
      kind,
      id: claim.id,
      attempt: claim.attempt,
      tookMs: Math.round(clock.elapsedMs() - startedMs),
      verdict,
      message,
    });
  try {
    await withLease({ claim, work, clock, signal: stopping }, (signal) => perform(claim, signal));
    done('done', null);
  } catch (error) {
    if (error instanceof Stale) return done('stale', error.message);
    const stopped = stopping.aborted;
    await handBack(work, claim, stopped, log);
    done(stopped ? 'handed-back' : isVerdict(error) ? error.name : 'unexpected', messageOf(error));
  }
};

/** An interrupted unit is due again; a graceful stop does not count as an attempt. */
const handBack = async (work: Work, claim: Claim, stopped: boolean, log: Log): Promise<void> => {
  try {
    await work.defer(claim, stopped ? 0 : unexpectedDelayMs, { keepAttempt: stopped });
  } catch (error) {
    if (!(error instanceof Stale)) {
      log.warn('hand-back-failed', { kind: claim.kind, id: claim.id, message: messageOf(error) });
    }
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
