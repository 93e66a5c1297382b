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
  openLibrary,
  shareFile,
  visible,
} from './stores.ts';
import type { Stores } from './stores.ts';

export const documentsContract: readonly ContractCase<Stores>[] = [
  {
    name: 'finds a live document in its own workspace only',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const other = await openLibrary(stores);
      const { documentId, contentHash } = await index(stores, await shareFile(stores, library));
      const { documents } = stores;
      expect(await documents.find(library.workspaceId, documentId)).toEqual({
        id: documentId,
        workspaceId: library.workspaceId,
        libraryId: library.id,
        name: 'Handbook.pdf',
        title: activation.title,
        contentHash,
        mediaType: 'application/pdf',
        byteSize: 1_234,
        pageCount: activation.pageCount,
        activeGeneration: 1,
        published: false,
        createdAt: expect.any(Date),
        deletedAt: null,
      });
      expect(await documents.find(other.workspaceId, documentId)).toBeNull();
      expect(await documents.find(library.workspaceId, 'nothing')).toBeNull();
    },
  },
  {
    name: 'lists the documents of one library with their shares and segments',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const elsewhere = await openLibrary(stores, library.workspaceId);
      const hash = hashOf('listed');
      const first = await index(stores, await shareFile(stores, library, { by: ada }), hash);
      const second = await shareFile(stores, library, { by: bea });
      const claim = await claimOf(stores, 'ingestion', second.ingestionId);
      await stores.ingestions.commitDownload(claim, downloadedAs(hash));
      const unread = await build(stores, await shareFile(stores, library, { name: 'New.md' }));
      await index(stores, await shareFile(stores, elsewhere), hash);
      const listed = await stores.documents.list(library.workspaceId, library.id);
      expect(listed.map(({ id }) => id)).toEqual([first.documentId, unread.documentId]);
      expect(listed[0]).toMatchObject({ segmentCount: 3, activeGeneration: 1 });
      expect(listed[0]?.shares.map(({ id }) => id)).toEqual([first.shareId, second.shareId]);
      expect(listed[1]).toMatchObject({ segmentCount: 0, activeGeneration: 0, name: 'New.md' });
      expect(await stores.documents.list('another', library.id)).toEqual([]);
    },
  },
  {
    name: 'forgets a document whole: unseen at once, its shares gone, its card changed, its clean-up due',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const done = await index(stores, await shareFile(stores, library));
      const kept = await index(stores, await shareFile(stores, library));
      const before = await stores.hands.cardVersion(library, done.messageId);
      const { documents, shares } = stores;
      expect(await documents.forget('another', done.documentId, ada)).toBe(false);
      expect(await documents.forget(library.workspaceId, done.documentId, ada)).toBe(true);
      expect(await documents.forget(library.workspaceId, done.documentId, ada)).toBe(false);
      expect(await visible(stores, library, done)).toEqual([]);
      expect(await documents.find(library.workspaceId, done.documentId)).toBeNull();
      expect(await shares.find(library.workspaceId, done.shareId)).toBeNull();
      expect(await documents.list(library.workspaceId, library.id)).toHaveLength(1);
      expect(await stores.hands.cardVersion(library, done.messageId)).toBeGreaterThan(before);
      expect(await claimsIn(stores, 'cleanup', library.workspaceId)).toHaveLength(1);
      expect(await visible(stores, library, kept)).toHaveLength(3);
    },
  },
  {
    name: 'stops what was under way for a forgotten document, at every stage',
    run: async (stores) => {
      const library = await openLibrary(stores);
      for (const stage of ['DOWNLOADED', 'PARSED', 'SEGMENTED', 'EMBEDDED', 'INDEXED'] as const) {
        const built = await build(stores, await shareFile(stores, library));
        await stores.ingestions.commitProgress(built.claim, stage, { done: 1, total: 2 });
        await stores.documents.forget(library.workspaceId, built.documentId, ada);
        expect(await stores.work.renew(built.claim)).toBe(false);
        const late = stores.ingestions.activate(built.claim, activation);
        await expect(late).rejects.toBeInstanceOf(Stale);
        expect(await visible(stores, library, built)).toEqual([]);
        const { requests } = stores.ingestions;
        expect(await requests.find(library.workspaceId, built.ingestionId)).toMatchObject({
          status: 'CANCELLED',
        });
        expect(await requests.retry(library.workspaceId, built.ingestionId)).toBe(false);
      }
    },
  },
  {
    name: 'takes forgotten content again, as another document',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('again');
      const first = await index(stores, await shareFile(stores, library), hash);
      await stores.documents.forget(library.workspaceId, first.documentId, ada);
      const again = await index(stores, await shareFile(stores, library), hash);
      expect(again.documentId).not.toBe(first.documentId);
      expect(await visible(stores, library, again)).toHaveLength(3);
      expect(await visible(stores, library, first)).toEqual([]);
    },
  },
  {
    name: 'publishes a live document and takes it back',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const { documentId } = await index(stores, await shareFile(stores, library));
      const { documents } = stores;
      const published = async () => (await documents.find(workspaceId, documentId))?.published;
      expect(await documents.publish(workspaceId, documentId, true)).toBe(true);
      expect(await published()).toBe(true);
      expect(await documents.publish(workspaceId, documentId, false)).toBe(true);
      expect(await published()).toBe(false);
      expect(await documents.publish('another', documentId, true)).toBe(false);
      await documents.forget(workspaceId, documentId, ada);
      expect(await documents.publish(workspaceId, documentId, true)).toBe(false);
    },
  },
];
