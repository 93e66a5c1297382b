import { afterEach, describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Stale } from '#core/domain/errors.ts';
import type { Claim, WorkKind } from '#core/domain/work.ts';
import { createMemoryWakeups } from '#core/infra/memory-wakeups.ts';
import { createManualClock, settle } from '#core/testing/manual-clock.ts';
import { startPool } from './pool.ts';
import type { Pool, PoolOptions } from './pool.ts';

type Deferred = { readonly id: string; readonly dueInMs: number; readonly keepAttempt: boolean };
type Unit = { readonly claim: Claim; readonly signal: AbortSignal } & PromiseWithResolvers<void>;

const pools: Pool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

const claimOf = (kind: WorkKind, owner: string, id: string): Claim => ({
  kind,
  id,
  workspaceId: 'workspace',
  owner,
  sequence: 1,
  attempt: 1,
});

/** A pool over rows that are due in the order of their ids; a unit ends when the test says so. */
const started = (rows: readonly string[], more: Partial<PoolOptions> = {}) => {
  const due = [...rows];
  const asked: number[] = [];
  const deferred: Deferred[] = [];
  const units = new Map<string, Unit>();
  const logged: { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[] =
    [];
  const state = { renews: true, failures: 0, deferError: null as Error | null };
  const clock = createManualClock();
  const wakeups = createMemoryWakeups();
  const log = (event: string, fields: Readonly<Record<string, unknown>>) =>
    void logged.push({ event, fields });
  const pool = startPool({
    kind: 'delivery',
    size: 2,
    owner: 'worker',
    perform: (claim, signal) => {
      const unit = { claim, signal, ...Promise.withResolvers<void>() };
      signal.addEventListener('abort', () => unit.reject(signal.reason), { once: true });
      units.set(claim.id, unit);
      return unit.promise;
    },
    work: {
      claim: async (kind, owner, limit) => {
        asked.push(limit);
        if (state.failures > 0) {
          state.failures -= 1;
          throw new Error('no database');
        }
        return due.splice(0, limit).map((id) => claimOf(kind, owner, id));
      },
      renew: async () => state.renews,
      defer: async ({ id }, dueInMs, options) => {
        if (state.deferError !== null) throw state.deferError;
        deferred.push({ id, dueInMs, keepAttempt: options?.keepAttempt ?? false });
      },
      nextDueMs: async () => null,
      counts: async () => [],
    },
    wakeups,
    clock,
    log: { info: log, warn: log, error: log },
    ...more,
  });
  pools.push(pool);
  const unit = (id: string): Unit => {
    const found = units.get(id);
    if (found === undefined) throw new Error(`${id} was not begun`);
    return found;
  };
  const verdicts = () => logged.map(({ event, fields }) => [event, fields['verdict']]);
  return { pool, due, asked, deferred, units, unit, logged, verdicts, state, clock, wakeups };
};

/** Until it is so; the test's own timeout ends what never comes. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await settle();
};

describe('a pool', () => {
  it('performs what is due, so many at once, and claims no more than it has room for', async () => {
    const one = started(['a', 'b', 'c']);
    await until(() => one.units.size === 2);
    await settle();
    expect([...one.units.keys()]).toEqual(['a', 'b']);
    one.unit('a').resolve();
    await until(() => one.units.has('c'));
    expect(one.asked).toEqual([2, 1]);
    expect(one.verdicts()).toEqual([['unit', 'done']]);
    expect(one.deferred).toEqual([]);
  });

  it('looks again when it is woken', async () => {
    const one = started([]);
    await until(() => one.asked.length === 1);
    one.due.push('late');
    one.wakeups.wake('delivery');
    await until(() => one.units.has('late'));
    expect(one.asked).toHaveLength(2);
  });

  it('finds what is due even when the wake-up was lost', async () => {
    const one = started([]);
    await until(() => one.asked.length === 1);
    one.due.push('late');
    await until(() => one.units.has('late'));
    expect(one.unit('late').claim).toMatchObject({ kind: 'delivery', owner: 'worker' });
  });

  it('goes on after it could not look', async () => {
    const one = started(['a']);
    one.state.failures = 1;
    one.wakeups.wake('delivery');
    await until(() => one.units.has('a'));
    expect(one.units.size).toBe(1);
  });

  it('is not held up by a unit that fails', async () => {
    const one = started(['a', 'b', 'c'], { size: 1 });
    for (const id of ['a', 'b']) {
      await until(() => one.units.has(id));
      one.unit(id).reject(new Error('broken'));
    }
    await until(() => one.units.has('c'));
    expect(one.deferred.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('a unit that fails', () => {
  it.each([
    [new Retryable('X', 'away'), 'Retryable'],
    [new Cancelled(), 'Cancelled'],
    [new Error('broken'), 'unexpected'],
  ])('is handed back, due in five seconds, its attempt counted: %s', async (error, verdict) => {
    const one = started(['a']);
    await until(() => one.units.has('a'));
    one.unit('a').reject(error);
    await until(() => one.logged.length > 0);
    expect(one.deferred).toEqual([{ id: 'a', dueInMs: 5_000, keepAttempt: false }]);
    expect(one.verdicts()).toEqual([['unit', verdict]]);
  });

  it('as stale is another attempt by now: it is not touched', async () => {
    const one = started(['a']);
    await until(() => one.units.has('a'));
    one.unit('a').reject(new Stale());
    await until(() => one.logged.length > 0);
    expect(one.deferred).toEqual([]);
    expect(one.verdicts()).toEqual([['unit', 'stale']]);
  });

  it('by a lost lease is aborted and not touched', async () => {
    const one = started(['a']);
    await until(() => one.units.has('a'));
    one.state.renews = false;
    await one.clock.advance(10_000);
    await until(() => one.logged.length > 0);
    expect(one.unit('a').signal.reason).toBeInstanceOf(Stale);
    expect(one.deferred).toEqual([]);
    expect(one.verdicts()).toEqual([['unit', 'stale']]);
  });

  it('and cannot be handed back is left to the end of its lease', async () => {
    const one = started(['a']);
    await until(() => one.units.has('a'));
    one.state.deferError = new Error('no database');
    one.unit('a').reject(new Retryable('X', 'away'));
    await until(() => one.logged.length === 2);
    expect(one.logged.map(({ event }) => event)).toEqual(['hand-back-failed', 'unit']);
  });

  it('and moved on meanwhile is nothing to warn about', async () => {
    const one = started(['a']);
    await until(() => one.units.has('a'));
    one.state.deferError = new Stale();
    one.unit('a').reject(new Cancelled());
    await until(() => one.logged.length > 0);
    expect(one.verdicts()).toEqual([['unit', 'Cancelled']]);
  });
});

describe('stopping', () => {
  it('aborts what is in hand, hands it back at once, and counts no attempt', async () => {
    const one = started(['a', 'b']);
    await until(() => one.units.size === 2);
    await one.pool.stop();
    expect(one.deferred).toEqual([
      { id: 'a', dueInMs: 0, keepAttempt: true },
      { id: 'b', dueInMs: 0, keepAttempt: true },
    ]);
    expect(one.verdicts()).toEqual([
      ['unit', 'handed-back'],
      ['unit', 'handed-back'],
    ]);
  });

  it('waits for a unit that ends in its own way', async () => {
    const end = Promise.withResolvers<void>();
    const one = started(['a'], { perform: () => end.promise });
    await until(() => one.asked.length > 1 || one.clock.sleeping() > 0);
    let stopped = false;
    const stop = async (): Promise<void> => {
      await one.pool.stop();
      stopped = true;
    };
    const stopping = stop();
    await settle();
    expect(stopped).toBe(false);
    end.resolve();
    await stopping;
    expect(one.verdicts()).toEqual([['unit', 'done']]);
    expect(one.deferred).toEqual([]);
  });

  it('claims nothing more', async () => {
    const one = started([]);
    await until(() => one.asked.length === 1);
    await one.pool.stop();
    one.due.push('late');
    one.wakeups.wake('delivery');
    await settle();
    expect(one.units.size).toBe(0);
    expect(one.asked).toHaveLength(1);
  });
});
