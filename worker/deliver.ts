import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import type { Delivery } from '#core/domain/delivery.ts';
import type { Platform } from '#core/domain/ids.ts';
import { leaseMs } from '#core/domain/work.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Log } from '#core/ports/log.ts';
import type { Poster } from '#core/ports/poster.ts';
import type { Work } from '#core/ports/work.ts';

/** Shorter than the lease: a send never outlives the right to send. */
const sendDeadlineMs = Math.floor((leaseMs.delivery * 2) / 3);
/** What has not been posted by then is old news. Source: architecture.md, "Posting". */
const postedWithinMs = 24 * 60 * 60_000;
/** Before try 2, 3, …, the last repeating. A final answer is never given up before it is old. ◦ */
const retryDelaysMs = [500, 2_000, 10_000, 60_000, 300_000] as const;

type Dependencies = {
  readonly deliveries: Pick<Deliveries, 'load' | 'sent' | 'abandon'>;
  readonly work: Pick<Work, 'defer'>;
  readonly posters: Readonly<Partial<Record<Platform, Poster>>>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * One delivery: reads what it should say now, shows it, records the version shown. What changed in the
 * meantime makes it due again, so the last edit always shows the final state.
 */
export const createDeliver =
  (dependencies: Dependencies) =>
  async (claim: Claim, signal: AbortSignal): Promise<void> => {
    const { deliveries, posters, clock } = dependencies;
    const delivery = await deliveries.load(claim);
    const poster = posters[delivery.address.platform];
    if (poster === undefined) return deliveries.abandon(claim, 'no poster for its platform');
    if (isOld(delivery, clock.now())) return deliveries.abandon(claim, 'too old to be posted');
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(sendDeadlineMs)]);
      const messageIds = await poster.show(delivery, deadline);
      await deliveries.sent(claim, delivery.desiredVersion, messageIds);
    } catch (error) {
      await judge(dependencies, claim, delivery, signal, error);
    }
  };

/** Editing what stands there is always right; posting something days old is not. */
const isOld = (delivery: Delivery, now: Date): boolean =>
  delivery.messageIds.length === 0 &&
  now.getTime() - subjectTime(delivery).getTime() > postedWithinMs;

const subjectTime = ({ subject, createdAt }: Delivery): Date =>
  subject.kind === 'run' ? (subject.run.finishedAt ?? createdAt) : createdAt;

const judge = async (
  { deliveries, work, log }: Dependencies,
  claim: Claim,
  delivery: Delivery,
  signal: AbortSignal,
  error: unknown,
): Promise<void> => {
  if (signal.aborted || error instanceof Stale || error instanceof Cancelled) throw error;
  if (error instanceof Terminal) return deliveries.abandon(claim, error.code);
  const delayMs = retryDelaysMs[Math.min(claim.attempt, retryDelaysMs.length) - 1] ?? 500;
  log.warn('delivery-deferred', {
    id: delivery.id,
    attempt: claim.attempt,
    code: error instanceof Retryable ? error.code : 'unexpected',
    message: error instanceof Error ? error.message : String(error),
  });
  await work.defer(claim, (error instanceof Retryable ? error.afterMs : undefined) ?? delayMs);
};
