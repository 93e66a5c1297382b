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
import type { Stores } from './stores.ts';

const failure = { stage: 'PARSED', code: 'EMBEDDING_FAILED', message: 'no "answer"' } as const;

export const ingestionsContract: readonly ContractCase<Stores>[] = [
  {
    name: 'takes a file from received to searchable, and each step is there to resume from',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const shared = await shareFile(stores, library);
      const { ingestions, hands } = stores;
      const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
      const hash = hashOf('whole way');
      const committed = await ingestions.commitDownload(claim, downloadedAs(hash));
      if (committed.kind !== 'proceed') throw new Error('nobody shared it before');
      const { documentId } = committed;
      expect(await ingestions.load(claim)).toMatchObject({
        id: shared.ingestionId,
        workspaceId: library.workspaceId,
        kind: 'share',
        share: { id: shared.shareId, documentId },
        document: { id: documentId, contentHash: hash, byteSize: 1_234, activeGeneration: 0 },
        stage: 'DOWNLOADED',
        status: 'LIVE',
        progress: { done: 0, total: 0 },
        targetGeneration: null,
        failure: null,
        skippedFor: null,
        sameName: null,
      });
      const card = await hands.cardVersion(library, shared.messageId);
      await ingestions.commitProgress(claim, 'PARSED', { done: 3, total: 12 });
      expect(await hands.cardVersion(library, shared.messageId)).toBeGreaterThan(card);
      const generation = await ingestions.allocateGeneration(claim, made);
      expect(generation).toBe(1);
      expect(await ingestions.load(claim)).toMatchObject({
        stage: 'PARSED',
        progress: { done: 3, total: 12 },
        targetGeneration: 1,
      });
      await stores.segments.write(claim, segmentsOf({ documentId, generation }));
      expect(await visible(stores, library, { documentId, generation })).toEqual([]);
      const before = await hands.cardVersion(library, shared.messageId);
      expect(await ingestions.activate(claim, activation)).toEqual({
        kind: 'activated',
        generation: 1,
      });
      expect(await visible(stores, library, { documentId, generation })).toHaveLength(3);
      expect(await hands.cardVersion(library, shared.messageId)).toBeGreaterThan(before);
      expect(await stores.work.renew(claim)).toBe(false);
      const { requests } = ingestions;
      expect(await requests.find(library.workspaceId, shared.ingestionId)).toMatchObject({
        status: 'READY',
        document: { title: activation.title, pageCount: 12, activeGeneration: 1 },
      });
    },
  },
  {
    name: 'answers a repeated download with the document it made',
    run: async (stores) => {
      const shared = await shareFile(stores, await openLibrary(stores));
      const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
      const commit = () =>
        stores.ingestions.commitDownload(claim, downloadedAs(hashOf('downloaded twice')));
      expect(await commit()).toEqual(await commit());
    },
  },
  {
    name: 'skips the same content, and names who shared it first',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('same content');
      const first = await index(stores, await shareFile(stores, library, { by: bea }), hash);
      const second = await shareFile(stores, library, { by: ada, name: 'Copy.pdf' });
      const claim = await claimOf(stores, 'ingestion', second.ingestionId);
      expect(await stores.ingestions.commitDownload(claim, downloadedAs(hash))).toEqual({
        kind: 'skipped',
        documentId: first.documentId,
      });
      await expect(stores.ingestions.load(claim)).rejects.toBeInstanceOf(Stale);
      const { requests } = stores.ingestions;
      expect(await requests.find(library.workspaceId, second.ingestionId)).toMatchObject({
        status: 'SKIPPED',
        skippedFor: { documentId: first.documentId, by: bea, at: expect.any(Date) },
      });
      expect(await stores.documents.list(library.workspaceId, library.id)).toHaveLength(1);
    },
  },
  {
    name: 'makes another document of the same content in another library',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const other = await openLibrary(stores, library.workspaceId);
      const hash = hashOf('in both');
      const one = await index(stores, await shareFile(stores, library), hash);
      const two = await index(stores, await shareFile(stores, other), hash);
      expect(one.documentId).not.toBe(two.documentId);
    },
  },
  {
    name: 'takes over the content of an ingestion that failed or was cancelled',
    run: async (stores) => {
      const library = await openLibrary(stores);
      for (const status of ['FAILED', 'CANCELLED'] as const) {
        const hash = hashOf(`once ${status}`);
        const first = await build(stores, await shareFile(stores, library), hash);
        const end = status === 'FAILED' ? { status, failure } : { status };
        await stores.ingestions.finish(first.claim, end);
        const second = await index(stores, await shareFile(stores, library), hash);
        expect(second.generation).toBeGreaterThanOrEqual(1);
        expect(await visible(stores, library, second)).toHaveLength(3);
        expect(await visible(stores, library, first)).toEqual([]);
      }
    },
  },
  {
    name: 'tells every share of a content that it failed: each has its try',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('fails for both');
      const first = await build(stores, await shareFile(stores, library), hash);
      const second = await shareFile(stores, library, { by: bea });
      const claim = await claimOf(stores, 'ingestion', second.ingestionId);
      await stores.ingestions.commitDownload(claim, downloadedAs(hash));
      await stores.ingestions.finish(first.claim, { status: 'FAILED', failure });
      const heir = await claimOf(stores, 'ingestion', second.ingestionId);
      await stores.ingestions.finish(heir, { status: 'FAILED', failure });
      const { requests } = stores.ingestions;
      const listed = await requests.list(library.workspaceId, library.id, 10);
      expect(listed.map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
      expect(await claimsIn(stores, 'ingestion', library.workspaceId)).toEqual([]);
    },
  },
  {
    name: 'names a live document of the same name and other content',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const named = async (name: string) => {
        const done = await index(stores, await shareFile(stores, library, { name }));
        return stores.ingestions.requests.find(library.workspaceId, done.ingestionId);
      };
      const first = await named('Manual.pdf');
      expect(first?.sameName).toBeNull();
      expect((await named('Other.pdf'))?.sameName).toBeNull();
      expect((await named('Manual.pdf'))?.sameName).toBe(first?.document?.id);
    },
  },
  {
    name: 'gives every attempt a generation of its own, and cleans up the one that was left',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const killed = await build(stores, await shareFile(stores, library));
      await stores.hands.endLease(killed.claim);
      const claim = await claimOf(stores, 'ingestion', killed.ingestionId);
      const generation = await stores.ingestions.allocateGeneration(claim, made);
      expect(generation).toBe(killed.generation + 1);
      const version = { documentId: killed.documentId, generation };
      await stores.segments.write(claim, segmentsOf(version));
      await stores.ingestions.activate(claim, activation);
      expect(await visible(stores, library, killed)).toEqual([]);
      expect(await visible(stores, library, version)).toHaveLength(3);
      await stores.hands.passTime(library.workspaceId, 'cleanup', 15 * 60_000);
      const [cleanup] = await claimsIn(stores, 'cleanup', library.workspaceId);
      if (cleanup === undefined) throw new Error('the clean-up is due');
      const { versions, objects } = await stores.cleanups.load(cleanup);
      expect(versions).toEqual([{ documentId: killed.documentId, generation: killed.generation }]);
      expect(objects).toEqual([]);
    },
  },
  {
    name: 'activates forward only: an older target is discarded, and the newer one stays',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { ingestions } = stores;
      const first = await index(stores, await shareFile(stores, library));
      const older = await ingestions.requests.reindex(library.workspaceId, first.documentId);
      const slow = await claimOf(stores, 'ingestion', older ?? '');
      await ingestions.allocateGeneration(slow, made);
      const newer = await shareAgain(stores, first.documentId, library);
      expect(await ingestions.activate(slow, activation)).toEqual({
        kind: 'discarded',
        code: 'ACTIVATION_SUPERSEDED',
      });
      expect(await visible(stores, library, newer)).toHaveLength(3);
      expect(await ingestions.requests.find(library.workspaceId, slow.id)).toMatchObject({
        status: 'FAILED',
        failure: { code: 'ACTIVATION_SUPERSEDED' },
      });
    },
  },
  {
    name: 'ends as failed with stage, code and reason, and shows nothing of it',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      const card = await stores.hands.cardVersion(library, built.messageId);
      await stores.ingestions.finish(built.claim, { status: 'FAILED', failure });
      expect(await stores.hands.cardVersion(library, built.messageId)).toBeGreaterThan(card);
      const { requests } = stores.ingestions;
      expect(await requests.find(library.workspaceId, built.ingestionId)).toMatchObject({
        status: 'FAILED',
        failure,
      });
      const again = stores.ingestions.finish(built.claim, { status: 'CANCELLED' });
      await expect(again).rejects.toBeInstanceOf(Stale);
      expect(await visible(stores, library, built)).toEqual([]);
      await stores.hands.passTime(library.workspaceId, 'cleanup', 15 * 60_000);
      expect(await claimsIn(stores, 'cleanup', library.workspaceId)).toHaveLength(1);
    },
  },
];

/** Another ingestion of the document, allocated later and active first. */
const shareAgain = async (
  stores: Stores,
  documentId: string,
  library: Awaited<ReturnType<typeof openLibrary>>,
) => {
  const newcomer = await index(stores, await shareFile(stores, library));
  const { requests } = stores.ingestions;
  const id = await requests.replace(library.workspaceId, newcomer.ingestionId, documentId);
  const claim = await claimOf(stores, 'ingestion', id ?? '');
  const generation = await stores.ingestions.allocateGeneration(claim, made);
  await stores.segments.write(claim, segmentsOf({ documentId, generation }));
  await stores.ingestions.activate(claim, activation);
  return { documentId, generation };
};
