import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import {
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
import type { Shared, Stores } from './stores.ts';

const remove = (stores: Stores, { library, messageId }: Shared, fileId: string | null = null) =>
  stores.shares.remove(library.workspaceId, library.platform, library.channelId, messageId, fileId);

export const sharesContract: readonly ContractCase<Stores>[] = [
  {
    name: 'takes a file with its ingestion and its card in one step',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const shared = await shareFile(stores, library, { name: '报告 "v2".pdf', by: bea });
      expect(shared.duplicate).toBe(false);
      expect(await stores.shares.find(library.workspaceId, shared.shareId)).toEqual({
        id: shared.shareId,
        workspaceId: library.workspaceId,
        libraryId: library.id,
        documentId: null,
        address: { platform: 'playground', channelId: library.channelId, threadId: null },
        messageId: shared.messageId,
        fileId: shared.fileId,
        fileName: '报告 "v2".pdf',
        sharedBy: bea,
        sharedAt: expect.any(Date),
      });
      const { requests } = stores.ingestions;
      expect(await requests.find(library.workspaceId, shared.ingestionId)).toMatchObject({
        kind: 'share',
        stage: 'RECEIVED',
        status: 'LIVE',
        document: null,
      });
      expect(await claimsIn(stores, 'ingestion', library.workspaceId)).toHaveLength(1);
      expect(await stores.hands.cardVersion(library, shared.messageId)).toBe(1);
      expect(await claimsIn(stores, 'delivery', library.workspaceId)).toHaveLength(1);
    },
  },
  {
    name: 'is one share however often the same message and file are delivered',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const first = await shareFile(stores, library);
      const again = () =>
        stores.shares.receive({
          workspaceId: library.workspaceId,
          libraryId: library.id,
          address: { platform: library.platform, channelId: library.channelId, threadId: null },
          messageId: first.messageId,
          fileId: first.fileId,
          fileName: 'Other.pdf',
          sharedBy: bea,
        });
      const { shareId, ingestionId } = first;
      expect(await again()).toEqual({ shareId, ingestionId, duplicate: true });
      expect(await remove(stores, first)).toBe(1);
      expect(await again()).toEqual({ shareId, ingestionId, duplicate: true });
      expect(await claimsIn(stores, 'ingestion', library.workspaceId)).toEqual([]);
    },
  },
  {
    name: 'is found in its own workspace only, and not once it is gone',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const other = await openLibrary(stores);
      const shared = await shareFile(stores, library);
      expect(await stores.shares.find(other.workspaceId, shared.shareId)).toBeNull();
      expect(await remove(stores, shared)).toBe(1);
      expect(await stores.shares.find(library.workspaceId, shared.shareId)).toBeNull();
    },
  },
  {
    name: 'goes with its message: its ingestion stops and its card says so',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const shared = await shareFile(stores, library);
      const second = await shareFile(stores, library, { messageId: shared.messageId });
      const kept = await shareFile(stores, library);
      const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
      const before = await stores.hands.cardVersion(library, shared.messageId);
      expect(await remove(stores, shared, shared.fileId)).toBe(1);
      expect(await stores.hands.cardVersion(library, shared.messageId)).toBeGreaterThan(before);
      const late = stores.ingestions.commitDownload(claim, downloadedAs(hashOf('late')));
      await expect(late).rejects.toBeInstanceOf(Stale);
      expect(await remove(stores, shared)).toBe(1);
      expect(await remove(stores, second)).toBe(0);
      const { requests } = stores.ingestions;
      const status = async (id: string) => (await requests.find(library.workspaceId, id))?.status;
      expect(await status(shared.ingestionId)).toBe('CANCELLED');
      expect(await status(second.ingestionId)).toBe('CANCELLED');
      expect(await status(kept.ingestionId)).toBe('LIVE');
    },
  },
  {
    name: 'forgets a document with its last share, not before',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('shared twice');
      const first = await index(stores, await shareFile(stores, library, { by: ada }), hash);
      const second = await shareFile(stores, library, { by: bea });
      const claim = await claimOf(stores, 'ingestion', second.ingestionId);
      await stores.ingestions.commitDownload(claim, downloadedAs(hash));
      await remove(stores, first);
      expect(await visible(stores, library, first)).toHaveLength(3);
      await remove(stores, second);
      expect(await visible(stores, library, first)).toEqual([]);
      expect(await stores.documents.find(library.workspaceId, first.documentId)).toBeNull();
      expect(await claimsIn(stores, 'cleanup', library.workspaceId)).toHaveLength(1);
    },
  },
  {
    name: 'passes a file on to whoever shared it too, when the first share goes before it was read',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('handed over');
      const first = await build(stores, await shareFile(stores, library), hash);
      const second = await shareFile(stores, library, { by: bea });
      const claim = await claimOf(stores, 'ingestion', second.ingestionId);
      const committed = await stores.ingestions.commitDownload(claim, downloadedAs(hash));
      expect(committed.kind).toBe('skipped');
      await remove(stores, first);
      const heir = await claimOf(stores, 'ingestion', second.ingestionId);
      expect(await stores.ingestions.load(heir)).toMatchObject({
        status: 'LIVE',
        stage: 'DOWNLOADED',
        skippedFor: null,
        document: { id: first.documentId, contentHash: hash },
      });
    },
  },
];
