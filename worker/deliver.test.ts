import { describe, expect, it } from 'vitest';
import type { Delivery } from '#core/domain/delivery.ts';
import { Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Poster } from '#core/ports/poster.ts';
import { createDeliver } from './deliver.ts';

const now = new Date('2026-01-02T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

const claim = (attempt = 1): Claim => ({
  kind: 'delivery',
  id: 'delivery',
  workspaceId: 'playground',
  owner: 'owner',
  sequence: 1,
  attempt,
});

const deliveryOf = (given: Partial<Delivery>): Delivery => ({
  id: 'delivery',
  workspaceId: 'playground',
  address: { platform: 'playground', channelId: 'general', threadId: null },
  subject: { kind: 'notice', code: 'help', detail: '', language: 'en' },
  desiredVersion: 7,
  sentVersion: 6,
  messageIds: [],
  createdAt: now,
  ...given,
});

const stage = (delivery: Delivery, show: Poster['show']) => {
  const happened: unknown[] = [];
  const deliver = createDeliver({
    deliveries: {
      load: async () => delivery,
      sent: async (_claim, version, ids) => void happened.push(['sent', version, ids]),
      abandon: async (_claim, why) => void happened.push(['abandoned', why]),
    },
    work: { defer: async (_claim, dueInMs) => void happened.push(['deferred', dueInMs]) },
    posters: { playground: { show } },
    clock: { now: () => now, elapsedMs: () => 0, sleep: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { deliver, happened };
};

const { signal } = new AbortController();
const shows: Poster['show'] = async () => ['message'];
const rejects =
  (error: Error): Poster['show'] =>
  async () => {
    throw error;
  };

describe('a delivery', () => {
  it('records the version it showed, so that a later change is sent again', async () => {
    const { deliver, happened } = stage(deliveryOf({}), shows);
    await deliver(claim(), signal);
    expect(happened).toEqual([['sent', 7, ['message']]]);
  });

  it('waits as long as the platform asks, else longer with every try', async () => {
    const asked = stage(deliveryOf({}), rejects(new Retryable('LIMIT', '', { afterMs: 3_210 })));
    await asked.deliver(claim(), signal);
    expect(asked.happened).toEqual([['deferred', 3_210]]);
    const unasked = stage(deliveryOf({}), rejects(new Error('socket')));
    await unasked.deliver(claim(1), signal);
    await unasked.deliver(claim(3), signal);
    await unasked.deliver(claim(90), signal);
    expect(unasked.happened).toEqual([
      ['deferred', 500],
      ['deferred', 10_000],
      ['deferred', 300_000],
    ]);
  });

  it('ends with its root', async () => {
    const { deliver, happened } = stage(deliveryOf({}), rejects(new Terminal('root-deleted', '')));
    await deliver(claim(), signal);
    expect(happened).toEqual([['abandoned', 'root-deleted']]);
  });

  it('that is a day old is not posted any more, but what stands there is still put right', async () => {
    const old = stage(deliveryOf({ createdAt: hoursAgo(25) }), shows);
    await old.deliver(claim(), signal);
    expect(old.happened).toEqual([['abandoned', 'too old to be posted']]);
    const posted = stage(deliveryOf({ createdAt: hoursAgo(25), messageIds: ['message'] }), shows);
    await posted.deliver(claim(), signal);
    expect(posted.happened).toEqual([['sent', 7, ['message']]]);
  });

  it('leaves a lost race and a stopping process to whoever holds the lease', async () => {
    const lost = stage(deliveryOf({}), rejects(new Stale()));
    await expect(lost.deliver(claim(), signal)).rejects.toBeInstanceOf(Stale);
    const stopped = new AbortController();
    const stopping = stage(deliveryOf({}), async () => {
      stopped.abort();
      throw new Error('aborted');
    });
    await expect(stopping.deliver(claim(), stopped.signal)).rejects.toThrow('aborted');
    expect([...lost.happened, ...stopping.happened]).toEqual([]);
  });
});
