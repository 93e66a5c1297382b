import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Retryable, Stale } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { Claim } from '#core/domain/work.ts';
import type { ContractCase } from '../contract.ts';
import {
  activation,
  ada,
  build,
  claimOf,
  claimsIn,
  downloadedAs,
  hashOf,
  index,
  openLibrary,
  reindex,
  segmentsOf,
  shareFile,
  visible,
} from './stores.ts';
import type { Stores } from './stores.ts';

/** Two processes on one truth. */
export type Pair = readonly [Stores, Stores];

const claimAll = async (stores: Stores, owner: string): Promise<readonly Claim[]> => {
  const claimed: Claim[] = [];
  for (;;) {
    const claims = await stores.work.claim('inbox', owner, 7);
    if (claims.length === 0) return claimed;
    claimed.push(...claims);
  }
};

const failuresOf = (results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  results.flatMap((result): readonly unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );

/** Whether it lost a race as the ports allow: the row moved on, or the same content was in motion. */
const isFairLoss = (failure: unknown): boolean =>
  failure instanceof Stale || (failure instanceof Retryable && failure.code === 'DOCUMENT_MOVED');

/** Asks again and again for whatever generation is active, until told to stop. */
const lookOn = async (
  stores: Stores,
  workspaceId: string,
  { documentId }: DocumentVersion,
  stop: AbortSignal,
): Promise<readonly number[]> => {
  const looks: number[] = [];
  while (!stop.aborted) {
    const document = await stores.documents.find(workspaceId, documentId);
    const newest = document?.activeGeneration ?? 0;
    const versions = [newest, newest + 1].map((generation) => ({ documentId, generation }));
    const ids = versions.flatMap((version) => segmentsOf(version).map(({ id }) => id));
    looks.push((await stores.segments.confirm(workspaceId, versions, ids)).length);
  }
  return looks;
};

/** Promises that only show when two processes work at the same time. */
export const racesContract: readonly ContractCase<Pair>[] = [
  {
    name: 'hands out 200 rows to six claimers once each',
    run: async ([one, two]) => {
      const { workspaceId } = await openLibrary(one);
      for (let row = 0; row < 200; row += 1) {
        const message = { platform: 'playground', kind: 'message', payload: {} } as const;
        await one.inbox.receive(workspaceId, { ...message, key: `${row}` });
      }
      const owners = [one, two, one, two, one, two];
      const claims = await Promise.all(
        owners.map((stores, place) => claimAll(stores, `owner ${place}`)),
      );
      const ours = claims.flat().filter((claim) => claim.workspaceId === workspaceId);
      expect(ours).toHaveLength(200);
      expect(new Set(ours.map(({ id }) => id)).size).toBe(200);
    },
  },
  {
    name: 'makes one document of ten parallel shares of one content, and reads it once',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      const stores = Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? one : two));
      await Promise.all(stores.map((each) => shareFile(each, library)));
      const claims = await claimsIn(one, 'ingestion', library.workspaceId);
      expect(claims).toHaveLength(10);
      const downloaded = downloadedAs(hashOf('ten'));
      const commits = await Promise.all(
        claims.map((claim, place) =>
          (place % 2 === 0 ? one : two).ingestions.commitDownload(claim, downloaded),
        ),
      );
      expect(commits.filter(({ kind }) => kind === 'proceed')).toHaveLength(1);
      expect(new Set(commits.map(({ documentId }) => documentId)).size).toBe(1);
      const listed = await one.documents.list(library.workspaceId, library.id);
      expect(listed.map(({ shares }) => shares.length)).toEqual([10]);
    },
  },
  {
    name: 'is one share and one ingestion of a message delivered ten times at once',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      const share = {
        workspaceId: library.workspaceId,
        libraryId: library.id,
        address: { platform: library.platform, channelId: library.channelId, threadId: null },
        messageId: randomUUID(),
        fileId: randomUUID(),
        fileName: 'Once.pdf',
        sharedBy: ada,
      };
      const received = await Promise.all(
        Array.from({ length: 10 }, (_, place) =>
          (place % 2 === 0 ? one : two).shares.receive(share),
        ),
      );
      expect(received.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      expect(new Set(received.map(({ ingestionId }) => ingestionId)).size).toBe(1);
    },
  },
  {
    name: 'ends a race of forgetting and activating with nothing to be seen',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      for (let round = 0; round < 8; round += 1) {
        const built = await build(one, await shareFile(one, library));
        const results = await Promise.allSettled([
          one.ingestions.activate(built.claim, activation),
          two.documents.forget(library.workspaceId, built.documentId, ada),
        ]);
        expect(results[1]).toEqual({ status: 'fulfilled', value: true });
        expect(failuresOf(results).every(isFairLoss)).toBe(true);
        expect(await visible(one, library, built)).toEqual([]);
      }
    },
  },
  {
    name: 'lets cancel, download, removal, progress, retry and forgetting cross without a deadlock',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      const { workspaceId, channelId } = library;
      for (let round = 0; round < 5; round += 1) {
        const hash = hashOf(randomUUID());
        const first = await build(one, await shareFile(one, library), hash);
        const second = await shareFile(two, library);
        const claim = await claimOf(two, 'ingestion', second.ingestionId);
        const results = await Promise.allSettled([
          one.ingestions.requests.cancel(workspaceId, first.ingestionId, ada),
          two.ingestions.commitDownload(claim, downloadedAs(hash)),
          one.shares.remove(workspaceId, 'playground', channelId, first.messageId, null),
          two.ingestions.commitProgress(first.claim, 'PARSED', { done: 1, total: 2 }),
          one.ingestions.requests.retry(workspaceId, first.ingestionId),
          two.documents.forget(workspaceId, first.documentId, ada),
        ]);
        expect(failuresOf(results).filter((failure) => !isFairLoss(failure))).toEqual([]);
        expect(await visible(one, library, first)).toEqual([]);
      }
    },
  },
  {
    name: 'shows one whole generation to every look while twenty follow each other, clean-up paused',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      const first = await index(one, await shareFile(one, library));
      const stop = new AbortController();
      const looking = lookOn(two, library.workspaceId, first, stop.signal);
      for (let round = 0; round < 20; round += 1) await reindex(one, library, first.documentId);
      stop.abort();
      const looks = await looking;
      expect(looks.length).toBeGreaterThan(5);
      expect(new Set(looks)).toEqual(new Set([3]));
      expect(await visible(one, library, first)).toEqual([]);
      expect(await one.segments.ids(library.workspaceId, first)).toHaveLength(3);
    },
  },
];
