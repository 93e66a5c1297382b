import { leaseMs } from '#core/domain/work.ts';
import type { Claim } from '#core/domain/work.ts';
import { Stale } from '#core/domain/errors.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Work } from '#core/ports/work.ts';

type Leased = {
  readonly claim: Claim;
  readonly work: Pick<Work, 'renew'>;
  readonly clock: Clock;
  /** The process stops: the unit is handed back by whoever awaits it. */
  readonly signal: AbortSignal;
};

/** A cancel raises the row's sequence, so renewing is how a worker hears of it: at least each 500 ms for runs. */
const renewEveryMs = (claim: Claim): number =>
  claim.kind === 'run' ? 500 : Math.floor(leaseMs[claim.kind] / 3);

/**
 * Performs a unit of work while renewing its lease. When the lease is lost, or the row was cancelled,
 * the inner signal aborts with `Stale` as its reason; when the process stops, with the outer reason.
 */
export const withLease = async <T>(
  { claim, work, clock, signal }: Leased,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const inner = new AbortController();
  const finished = new AbortController();
  const stop = (): void => inner.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });

  const renewing = renewUntil({ claim, work, clock }, finished.signal, (reason) =>
    inner.abort(reason),
  );
  try {
    return await perform(inner.signal);
  } finally {
    finished.abort();
    signal.removeEventListener('abort', stop);
    await renewing;
  }
};

/** A failing renewal is not yet a lost lease: it is tried again until the lease would have ended. */
const renewUntil = async (
  { claim, work, clock }: Omit<Leased, 'signal'>,
  finished: AbortSignal,
  lost: (reason: unknown) => void,
): Promise<void> => {
  let heldUntilMs = clock.elapsedMs() + leaseMs[claim.kind];
  while (!finished.aborted) {
    const slept = await clock.sleep(renewEveryMs(claim), finished).then(
      () => true,
      () => false,
    );
    if (!slept) return;
    try {
      const askedAtMs = clock.elapsedMs();
      if (!(await work.renew(claim)))
        return lost(new Stale('the lease was lost or the row was cancelled'));
      heldUntilMs = askedAtMs + leaseMs[claim.kind];
    } catch (error) {
      if (clock.elapsedMs() >= heldUntilMs) {
        return lost(new Stale('the lease could not be renewed in time', { cause: error }));
      }
    }
  }
};
