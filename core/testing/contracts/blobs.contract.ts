import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import { ada, claimOf, claimsIn, hashOf, index, openLibrary, shareFile } from './stores.ts';
import type { Stores } from './stores.ts';

export const blobsContract: readonly ContractCase<Stores>[] = [
  {
    name: 'counts an intention as a reference until its work has ended',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const hash = hashOf('intended');
      const shared = await shareFile(stores, library);
      const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
      expect(await stores.blobs.referenced(workspaceId, hash)).toBe(false);
      await stores.blobs.intend(claim, hash);
      await stores.blobs.intend(claim, hash);
      expect(await stores.blobs.referenced(workspaceId, hash)).toBe(true);
      expect(await stores.blobs.referenced('another', hash)).toBe(false);
      await stores.ingestions.requests.cancel(workspaceId, shared.ingestionId, ada);
      expect(await stores.blobs.referenced(workspaceId, hash)).toBe(false);
      await expect(stores.blobs.intend(claim, hash)).rejects.toBeInstanceOf(Stale);
    },
  },
  {
    name: 'lets nobody store a content while it is being cleaned up, and anybody afterwards',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const hash = hashOf('comes back');
      const gone = await index(stores, await shareFile(stores, library), hash);
      await stores.documents.forget(workspaceId, gone.documentId, ada);
      const [cleanup] = await claimsIn(stores, 'cleanup', workspaceId);
      if (cleanup === undefined) throw new Error('the clean-up is due');
      expect((await stores.cleanups.load(cleanup)).objects).toEqual([hash]);
      const again = await shareFile(stores, library);
      const claim = await claimOf(stores, 'ingestion', again.ingestionId);
      await expect(stores.blobs.intend(claim, hash)).rejects.toMatchObject({
        name: 'Retryable',
        code: 'BLOB_BUSY',
      });
      await stores.cleanups.complete(cleanup);
      await stores.blobs.intend(claim, hash);
      expect(await stores.blobs.referenced(workspaceId, hash)).toBe(true);
    },
  },
  {
    name: 'keeps a content for whoever intends it before the clean-up looks',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const hash = hashOf('just in time');
      const gone = await index(stores, await shareFile(stores, library), hash);
      await stores.documents.forget(library.workspaceId, gone.documentId, ada);
      const again = await shareFile(stores, library);
      const claim = await claimOf(stores, 'ingestion', again.ingestionId);
      await stores.blobs.intend(claim, hash);
      const [cleanup] = await claimsIn(stores, 'cleanup', library.workspaceId);
      if (cleanup === undefined) throw new Error('the clean-up is due');
      expect((await stores.cleanups.load(cleanup)).objects).toEqual([]);
      await stores.cleanups.complete(cleanup);
      expect(await stores.blobs.referenced(library.workspaceId, hash)).toBe(true);
    },
  },
];
