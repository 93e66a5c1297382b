import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import {
  activation,
  ada,
  bea,
  build,
  claimOf,
  claimsIn,
  downloadedAs,
  hashOf,
  index,
  made,
  openLibrary,
  segmentsOf,
  shareFile,
  visible,
} from './stores.ts';
import type { Indexed, Stores } from './stores.ts';

const failure = { stage: 'PARSED', code: 'EMBEDDING_FAILED', message: 'down' } as const;

/** Performs the replacement that was asked for. */
const perform = async (stores: Stores, ingestionId: string | null, documentId: string) => {
  const claim = await claimOf(stores, 'ingestion', ingestionId ?? '');
  const generation = await stores.ingestions.allocateGeneration(claim, made);
  await stores.segments.write(claim, segmentsOf({ documentId, generation }));
  const result = await stores.ingestions.activate(claim, activation);
  return { documentId, generation, result };
};

const remove = (stores: Stores, { library, messageId }: Indexed) =>
  stores.shares.remove(library.workspaceId, 'playground', library.channelId, messageId, null);

export const ingestionRequestsContract: readonly ContractCase<Stores>[] = [
  {
    name: 'retries what failed from the stage that it reached, once',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      const { requests, commitProgress, finish } = stores.ingestions;
      await commitProgress(built.claim, 'PARSED', { done: 0, total: 0 });
      expect(await requests.retry(library.workspaceId, built.ingestionId)).toBe(false);
      await finish(built.claim, { status: 'FAILED', failure });
      expect(await requests.retry('another', built.ingestionId)).toBe(false);
      expect(await requests.retry(library.workspaceId, built.ingestionId)).toBe(true);
      expect(await requests.retry(library.workspaceId, built.ingestionId)).toBe(false);
      const claim = await claimOf(stores, 'ingestion', built.ingestionId);
      expect(claim.attempt).toBe(1);
      expect(await stores.ingestions.load(claim)).toMatchObject({
        status: 'LIVE',
        stage: 'PARSED',
        failure: null,
        document: { id: built.documentId },
      });
      await stores.blobs.intend(claim, built.contentHash);
    },
  },
  {
    name: 'cancels what is live: its attempt hears of it and writes nothing more',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      const { requests, activate } = stores.ingestions;
      const card = await stores.hands.cardVersion(library, built.messageId);
      expect(await requests.cancel('another', built.ingestionId, ada)).toBe(false);
      expect(await requests.cancel(library.workspaceId, built.ingestionId, ada)).toBe(true);
      expect(await requests.cancel(library.workspaceId, built.ingestionId, ada)).toBe(false);
      expect(await stores.hands.cardVersion(library, built.messageId)).toBeGreaterThan(card);
      expect(await stores.work.renew(built.claim)).toBe(false);
      await expect(activate(built.claim, activation)).rejects.toBeInstanceOf(Stale);
      expect(await visible(stores, library, built)).toEqual([]);
      expect(await requests.find(library.workspaceId, built.ingestionId)).toMatchObject({
        status: 'CANCELLED',
      });
    },
  },
  {
    name: 'passes a cancelled file on to whoever shared it too',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('cancelled by one');
      const first = await build(stores, await shareFile(stores, library), hash);
      const second = await shareFile(stores, library, { by: bea });
      const claim = await claimOf(stores, 'ingestion', second.ingestionId);
      await stores.ingestions.commitDownload(claim, downloadedAs(hash));
      const { requests } = stores.ingestions;
      await requests.cancel(library.workspaceId, first.ingestionId, ada);
      const heir = await claimOf(stores, 'ingestion', second.ingestionId);
      expect(await stores.ingestions.load(heir)).toMatchObject({
        stage: 'DOWNLOADED',
        skippedFor: null,
        document: { id: first.documentId },
      });
    },
  },
  {
    name: 'reindexes a live document, once at a time, while the old generation answers',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const first = await index(stores, await shareFile(stores, library));
      const { requests } = stores.ingestions;
      expect(await requests.reindex('another', first.documentId)).toBeNull();
      const id = await requests.reindex(library.workspaceId, first.documentId);
      expect(await requests.reindex(library.workspaceId, first.documentId)).toBe(id);
      const claim = await claimOf(stores, 'ingestion', id ?? '');
      expect(await stores.ingestions.load(claim)).toMatchObject({
        kind: 'reindex',
        stage: 'DOWNLOADED',
        document: { id: first.documentId, contentHash: first.contentHash, activeGeneration: 1 },
      });
      const generation = await stores.ingestions.allocateGeneration(claim, made);
      const version = { documentId: first.documentId, generation };
      await stores.segments.write(claim, segmentsOf(version));
      expect(await visible(stores, library, first)).toHaveLength(3);
      await stores.ingestions.activate(claim, activation);
      expect(await visible(stores, library, first)).toEqual([]);
      expect(await visible(stores, library, version)).toHaveLength(3);
      await stores.documents.forget(library.workspaceId, first.documentId, ada);
      expect(await requests.reindex(library.workspaceId, first.documentId)).toBeNull();
    },
  },
  {
    name: 'replaces an earlier document by a newcomer: one document, new content, both shares',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const earlier = await index(stores, await shareFile(stores, library));
      const newcomer = await index(stores, await shareFile(stores, library, { by: bea }));
      const { requests, load } = stores.ingestions;
      const { workspaceId } = library;
      const id = await requests.replace(workspaceId, newcomer.ingestionId, earlier.documentId);
      const claim = await claimOf(stores, 'ingestion', id ?? '');
      expect(await load(claim)).toMatchObject({
        kind: 'replace',
        stage: 'DOWNLOADED',
        share: { id: newcomer.shareId },
        document: { id: earlier.documentId, contentHash: newcomer.contentHash },
      });
      await stores.work.defer(claim, 0);
      expect(await visible(stores, library, earlier)).toHaveLength(3);
      expect(await visible(stores, library, newcomer)).toHaveLength(3);
      const replaced = await perform(stores, id, earlier.documentId);
      expect(replaced.result).toEqual({ kind: 'activated', generation: 2 });
      expect(await visible(stores, library, earlier)).toEqual([]);
      expect(await visible(stores, library, newcomer)).toEqual([]);
      expect(await visible(stores, library, replaced)).toHaveLength(3);
      const listed = await stores.documents.list(workspaceId, library.id);
      expect(listed).toHaveLength(1);
      expect(listed[0]).toMatchObject({
        id: earlier.documentId,
        contentHash: newcomer.contentHash,
        activeGeneration: 2,
      });
      expect(listed[0]?.shares.map((share) => share.id).toSorted()).toEqual(
        [earlier.shareId, newcomer.shareId].toSorted(),
      );
      expect(await stores.blobs.referenced(workspaceId, newcomer.contentHash)).toBe(true);
      const segments = await stores.segments.confirm(
        workspaceId,
        [replaced],
        segmentsOf(replaced).map((segment) => segment.id),
      );
      expect(segments[0]?.sourceHash).toBe(newcomer.contentHash);
    },
  },
  {
    name: 'forgets a replaced document with the last share of its new content',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const earlier = await index(stores, await shareFile(stores, library));
      const newcomer = await index(stores, await shareFile(stores, library));
      const { requests } = stores.ingestions;
      const { workspaceId } = library;
      const id = await requests.replace(workspaceId, newcomer.ingestionId, earlier.documentId);
      const replaced = await perform(stores, id, earlier.documentId);
      await remove(stores, newcomer);
      expect(await visible(stores, library, replaced)).toEqual([]);
      expect(await visible(stores, library, earlier)).toEqual([]);
      expect(await stores.documents.list(workspaceId, library.id)).toEqual([]);
      await stores.hands.passTime(workspaceId, 'cleanup', 15 * 60_000);
      const objects: string[] = [];
      for (const cleanup of await claimsIn(stores, 'cleanup', workspaceId)) {
        objects.push(...(await stores.cleanups.load(cleanup)).objects);
        await stores.cleanups.complete(cleanup);
      }
      expect(objects.toSorted()).toEqual([earlier.contentHash, newcomer.contentHash].toSorted());
    },
  },
  {
    name: 'replaces nothing when either document is gone',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const { requests } = stores.ingestions;
      const earlier = await index(stores, await shareFile(stores, library));
      const newcomer = await index(stores, await shareFile(stores, library));
      const replace = (earlierId: string, workspace = workspaceId) =>
        requests.replace(workspace, newcomer.ingestionId, earlierId);
      expect(await replace(newcomer.documentId)).toBeNull();
      expect(await replace('nothing')).toBeNull();
      expect(await replace(earlier.documentId, 'another')).toBeNull();
      const id = await replace(earlier.documentId);
      await stores.documents.forget(workspaceId, newcomer.documentId, ada);
      expect(await requests.find(workspaceId, id ?? '')).toMatchObject({ status: 'CANCELLED' });
      expect(await replace(earlier.documentId)).toBeNull();
      expect(await visible(stores, library, earlier)).toHaveLength(3);
    },
  },
  {
    name: 'lists the ingestions of a library, newest first, and finds them in their workspace',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const { requests } = stores.ingestions;
      const first = await shareFile(stores, library, { name: 'a.md' });
      const second = await shareFile(stores, library, { name: 'b.md' });
      await shareFile(stores, await openLibrary(stores, workspaceId));
      const listed = await requests.list(workspaceId, library.id, 10);
      expect(listed.map(({ id }) => id)).toEqual([second.ingestionId, first.ingestionId]);
      expect(listed[0]?.share.fileName).toBe('b.md');
      expect(await requests.list(workspaceId, library.id, 1)).toHaveLength(1);
      expect(await requests.list('another', library.id, 10)).toEqual([]);
      expect(await requests.find(workspaceId, first.ingestionId)).toEqual(listed[1]);
      expect(await requests.find('another', first.ingestionId)).toBeNull();
    },
  },
];
