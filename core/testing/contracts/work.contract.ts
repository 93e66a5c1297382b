import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { Claim } from '#core/domain/work.ts';
import { workKinds } from '#core/domain/work.ts';
import type { ContractCase } from '../contract.ts';
import { claimOf, claimsIn, hashOf, downloadedAs, openLibrary, shareFile } from './stores.ts';
import type { Stores } from './stores.ts';

const claimedOne = async (stores: Stores): Promise<Claim> => {
  const { ingestionId } = await shareFile(stores, await openLibrary(stores));
  return claimOf(stores, 'ingestion', ingestionId);
};

export const workContract: readonly ContractCase<Stores>[] = [
  {
    name: 'hands a due row to one owner, with a higher sequence and attempt at each claim',
    run: async (stores) => {
      const { ingestionId, library } = await shareFile(stores, await openLibrary(stores));
      const first = await claimOf(stores, 'ingestion', ingestionId, 'one');
      expect(first).toEqual({
        kind: 'ingestion',
        id: ingestionId,
        workspaceId: library.workspaceId,
        owner: 'one',
        sequence: first.sequence,
        attempt: 1,
      });
      expect(await claimsIn(stores, 'ingestion', library.workspaceId)).toEqual([]);
      await stores.hands.endLease(first);
      const second = await claimOf(stores, 'ingestion', ingestionId, 'two');
      expect(second.attempt).toBe(2);
      expect(second.sequence).toBeGreaterThan(first.sequence);
    },
  },
  {
    name: 'renews a lease that is held, and no other',
    run: async (stores) => {
      const claim = await claimedOne(stores);
      await stores.hands.endLease(claim);
      expect(await stores.work.renew(claim)).toBe(true);
      expect(await claimsIn(stores, 'ingestion', claim.workspaceId)).toEqual([]);
      expect(await stores.work.renew({ ...claim, owner: 'somebody' })).toBe(false);
      await stores.hands.endLease(claim);
      await claimOf(stores, 'ingestion', claim.id, 'two');
      expect(await stores.work.renew(claim)).toBe(false);
    },
  },
  {
    name: 'lets an attempt that lost its lease write nothing',
    run: async (stores) => {
      const claim = await claimedOne(stores);
      await stores.hands.endLease(claim);
      const later = await claimOf(stores, 'ingestion', claim.id);
      const { ingestions, segments, blobs, work } = stores;
      const failure = { stage: 'RECEIVED', code: 'DOWNLOAD_FAILED', message: '' } as const;
      const late: readonly (() => Promise<unknown>)[] = [
        () => ingestions.load(claim),
        () => ingestions.commitDownload(claim, downloadedAs(hashOf('late'))),
        () => ingestions.commitProgress(claim, 'PARSED', { done: 1, total: 2 }),
        () => ingestions.finish(claim, { status: 'FAILED', failure }),
        () => ingestions.activate(claim, { title: null, pageCount: 1, segmentCount: 1 }),
        () => segments.write(claim, []),
        () => blobs.intend(claim, hashOf('late')),
        () => work.defer(claim, 0),
      ];
      for (const write of late) await expect(write()).rejects.toBeInstanceOf(Stale);
      const { stage, status, document } = await ingestions.load(later);
      expect({ stage, status, document }).toEqual({
        stage: 'RECEIVED',
        status: 'LIVE',
        document: null,
      });
    },
  },
  {
    name: 'hands a row back for later, and counts the attempt unless it is a graceful hand-back',
    run: async (stores) => {
      const claim = await claimedOne(stores);
      await stores.work.defer(claim, 60_000);
      expect(await claimsIn(stores, 'ingestion', claim.workspaceId)).toEqual([]);
      await stores.hands.passTime(claim.workspaceId, 'ingestion', 60_000);
      const second = await claimOf(stores, 'ingestion', claim.id);
      expect(second.attempt).toBe(2);
      await stores.work.defer(second, 0, { keepAttempt: true });
      expect(await claimOf(stores, 'ingestion', claim.id)).toMatchObject({ attempt: 2 });
      await expect(stores.work.defer(second, 0)).rejects.toBeInstanceOf(Stale);
    },
  },
  {
    name: 'says when the next row is due: at once, later, at the end of a lease, or never',
    run: async (stores) => {
      await stores.hands.putAside();
      expect(await stores.work.nextDueMs('ingestion')).toBeNull();
      const claim = await claimedOne(stores);
      await stores.work.defer(claim, 0);
      expect(await stores.work.nextDueMs('ingestion')).toBe(0);
      const again = await claimOf(stores, 'ingestion', claim.id);
      expect(await stores.work.nextDueMs('ingestion')).toBeGreaterThan(1_000);
      await stores.work.defer(again, 500);
      const soon = await stores.work.nextDueMs('ingestion');
      expect(soon).toBeGreaterThan(0);
      expect(soon).toBeLessThanOrEqual(500);
    },
  },
  {
    name: 'takes turns over libraries, also one row at a time',
    run: async (stores) => {
      await stores.hands.putAside();
      const busy = await openLibrary(stores);
      const quiet = await openLibrary(stores);
      for (let file = 0; file < 6; file += 1) await shareFile(stores, busy);
      const late = [await shareFile(stores, quiet), await shareFile(stores, quiet)];
      const order: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const [claim] = await stores.work.claim('ingestion', 'worker', 1);
        order.push(claim?.id ?? 'none');
      }
      const ofQuiet = order.map((id) => late.some(({ ingestionId }) => ingestionId === id));
      expect(ofQuiet.filter(Boolean)).toHaveLength(2);
      expect(ofQuiet[0] === ofQuiet[1]).toBe(false);
      const rest = await stores.work.claim('ingestion', 'worker', 100);
      expect(rest).toHaveLength(4);
    },
  },
  {
    name: 'claims no more rows than asked for',
    run: async (stores) => {
      const library = await openLibrary(stores);
      await stores.hands.putAside();
      for (let file = 0; file < 3; file += 1) await shareFile(stores, library);
      expect(await stores.work.claim('ingestion', 'worker', 2)).toHaveLength(2);
      expect(await stores.work.claim('ingestion', 'worker', 2)).toHaveLength(1);
    },
  },
  {
    name: 'answers the questions of one conversation one after the other',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const first = await stores.hands.ask(library, 'thread', null);
      const second = await stores.hands.ask(library, 'thread', null);
      const elsewhere = await stores.hands.ask(library, `thread-${randomUUID()}`, null);
      const claimed = async () =>
        (await claimsIn(stores, 'run', library.workspaceId)).map(({ id }) => id).toSorted();
      expect(await claimed()).toEqual([first, elsewhere].toSorted());
      expect(await claimed()).toEqual([]);
      await stores.hands.endRun(first);
      expect(await claimed()).toEqual([second]);
    },
  },
  {
    name: 'keeps a question back while a file of its message is on its way',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const shared = await shareFile(stores, library);
      const waiting = await stores.hands.ask(library, 'thread', shared.messageId);
      const other = await stores.hands.ask(library, 'other-thread', null);
      expect((await claimsIn(stores, 'run', library.workspaceId)).map(({ id }) => id)).toEqual([
        other,
      ]);
      const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
      const failure = { stage: 'RECEIVED', code: 'DOWNLOAD_FAILED', message: 'gone' } as const;
      await stores.ingestions.finish(claim, { status: 'FAILED', failure });
      expect((await claimsIn(stores, 'run', library.workspaceId)).map(({ id }) => id)).toEqual([
        waiting,
      ]);
    },
  },
  {
    name: 'counts live, due and struggling rows of a workspace and of all',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const shared = await shareFile(stores, library);
      await shareFile(stores, library);
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
        if (attempt < 4) await stores.work.defer(claim, 0);
      }
      const counted = await stores.work.counts(library.workspaceId);
      expect(counted.map(({ kind }) => kind).toSorted()).toEqual([...workKinds].toSorted());
      expect(counted.find(({ kind }) => kind === 'ingestion')).toEqual({
        kind: 'ingestion',
        live: 2,
        due: 0,
        struggling: 1,
      });
      const all = (await stores.work.counts(null)).find(({ kind }) => kind === 'ingestion');
      expect(all?.live).toBeGreaterThanOrEqual(2);
    },
  },
];
