import { describe, expect, it } from 'vitest';
import { Cancelled, Stale } from '#core/domain/errors.ts';
import { leaseMs } from '#core/domain/work.ts';
import type { Claim, WorkKind } from '#core/domain/work.ts';
import { never } from '#core/testing/ask-stage.ts';
import { createManualClock, settle } from '#core/testing/manual-clock.ts';
import { withLease } from './lease.ts';

const claimOf = (kind: WorkKind): Claim => ({
  kind,
  id: 'one',
  workspaceId: 'workspace',
  owner: 'worker',
  sequence: 1,
  attempt: 1,
});

/** Works until it is told to end, or its signal aborts; `renew` answers each renewal. */
const leased = (
  renew: (number: number) => boolean | Error,
  { kind = 'delivery', signal = never }: { kind?: WorkKind; signal?: AbortSignal } = {},
) => {
  const clock = createManualClock();
  const renewedMs: number[] = [];
  const work = {
    renew: async () => {
      renewedMs.push(clock.elapsedMs());
      const answer = renew(renewedMs.length);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const end = Promise.withResolvers<string>();
  let inner: AbortSignal = never;
  const working = withLease({ claim: claimOf(kind), work, clock, signal }, (given) => {
    inner = given;
    given.addEventListener('abort', () => end.reject(given.reason), { once: true });
    if (given.aborted) end.reject(given.reason);
    return end.promise;
  });
  const ended = working.then(
    (value): unknown => value,
    (error: unknown) => error,
  );
  return { clock, renewedMs, end, ended, signal: () => inner };
};

describe('a lease', () => {
  it.each([
    ['delivery', leaseMs.delivery / 3],
    ['ingestion', leaseMs.ingestion / 3],
    ['run', 500],
  ] as const)('of a %s is renewed every %d ms while the work lasts', async (kind, everyMs) => {
    const one = leased(() => true, { kind });
    await one.clock.advance(everyMs * 3 + 1);
    expect(one.renewedMs).toEqual([everyMs, everyMs * 2, everyMs * 3]);
    expect(one.signal().aborted).toBe(false);
    one.end.resolve('done');
    expect(await one.ended).toBe('done');
  });

  it('is not renewed any more once the work is over, and leaves nobody sleeping', async () => {
    const one = leased(() => true);
    one.end.resolve('done');
    expect(await one.ended).toBe('done');
    expect(one.clock.sleeping()).toBe(0);
    await one.clock.advance(100_000);
    expect(one.renewedMs).toEqual([]);
  });

  it('passes an error of the work on, and ends then as well', async () => {
    const one = leased(() => true);
    one.end.reject(new Error('broken'));
    expect(await one.ended).toEqual(new Error('broken'));
    expect(one.clock.sleeping()).toBe(0);
  });

  it('that is lost aborts the work as stale, and is not asked for again', async () => {
    const one = leased((number) => number < 2);
    await one.clock.advance(10_000);
    expect(one.signal().aborted).toBe(false);
    await one.clock.advance(10_000);
    expect(one.signal().reason).toBeInstanceOf(Stale);
    expect(await one.ended).toBeInstanceOf(Stale);
    await one.clock.advance(100_000);
    expect(one.renewedMs).toHaveLength(2);
  });

  it('survives renewals that fail, while it still holds', async () => {
    const one = leased((number) => (number === 3 ? true : new Error('no database')));
    await one.clock.advance(50_000);
    expect(one.renewedMs).toHaveLength(5);
    expect(one.signal().aborted).toBe(false);
    one.end.resolve('done');
    expect(await one.ended).toBe('done');
  });

  it('is taken for lost when it could not be renewed before it ended', async () => {
    const one = leased(() => new Error('no database'));
    await one.clock.advance(leaseMs.delivery - 1);
    expect(one.signal().aborted).toBe(false);
    await one.clock.advance(1);
    expect(one.signal().reason).toBeInstanceOf(Stale);
    expect(await one.ended).toHaveProperty('cause', new Error('no database'));
  });

  it('stops the work with the reason of the process, not as stale', async () => {
    const stopping = new AbortController();
    const one = leased(() => true, { signal: stopping.signal });
    await settle();
    stopping.abort(new Cancelled('the process is stopping'));
    expect(await one.ended).toEqual(new Cancelled('the process is stopping'));
    expect(one.clock.sleeping()).toBe(0);
  });

  it('is over before it began where the process stops already', async () => {
    const one = leased(() => true, { signal: AbortSignal.abort(new Cancelled('stopping')) });
    expect(await one.ended).toBeInstanceOf(Cancelled);
    expect(one.clock.sleeping()).toBe(0);
  });
});
