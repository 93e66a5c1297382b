import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import {
  ada,
  build,
  claimOf,
  claimsIn,
  hashOf,
  index,
  openLibrary,
  reindex,
  shareFile,
  visible,
} from './stores.ts';
import type { Stores } from './stores.ts';

const quarterHourMs = 15 * 60_000;

export const cleanupsContract: readonly ContractCase<Stores>[] = [
  {
    name: 'leaves a superseded version for a quarter of an hour, then names it and keeps the source',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const first = await index(stores, await shareFile(stores, library));
      const second = await reindex(stores, library, first.documentId);
      expect(await claimsIn(stores, 'cleanup', workspaceId)).toEqual([]);
      await stores.hands.passTime(workspaceId, 'cleanup', quarterHourMs);
      const claims = await claimsIn(stores, 'cleanup', workspaceId);
      expect(claims).toHaveLength(1);
      for (const claim of claims) {
        expect(await stores.cleanups.load(claim)).toEqual({
          id: claim.id,
          workspaceId,
          versions: [{ documentId: first.documentId, generation: first.generation }],
          objects: [],
        });
        await stores.cleanups.complete(claim);
        await expect(stores.cleanups.complete(claim)).rejects.toBeInstanceOf(Stale);
        await expect(stores.cleanups.load(claim)).rejects.toBeInstanceOf(Stale);
      }
      await stores.hands.passTime(workspaceId, 'cleanup', quarterHourMs);
      expect(await claimsIn(stores, 'cleanup', workspaceId)).toEqual([]);
      expect(await visible(stores, library, second)).toHaveLength(3);
    },
  },
  {
    name: 'names every version and the content of a forgotten document, at once',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const { workspaceId } = library;
      const first = await index(stores, await shareFile(stores, library));
      const { documentId, contentHash } = first;
      await reindex(stores, library, documentId);
      await stores.documents.forget(workspaceId, documentId, ada);
      const [claim] = await claimsIn(stores, 'cleanup', workspaceId);
      if (claim === undefined) throw new Error('the clean-up is due');
      const cleanup = await stores.cleanups.load(claim);
      expect(cleanup.versions.map(({ generation }) => generation)).toEqual([1, 2]);
      expect(cleanup.versions.every((version) => version.documentId === documentId)).toBe(true);
      expect(cleanup.objects).toEqual([contentHash]);
      await stores.cleanups.complete(claim);
      expect(await stores.blobs.referenced(workspaceId, contentHash)).toBe(false);
    },
  },
  {
    name: 'names the same again after a try that failed, and comes later',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const done = await index(stores, await shareFile(stores, library));
      await stores.documents.forget(library.workspaceId, done.documentId, ada);
      const [claim] = await claimsIn(stores, 'cleanup', library.workspaceId);
      if (claim === undefined) throw new Error('the clean-up is due');
      const before = await stores.cleanups.load(claim);
      await stores.work.defer(claim, 60_000);
      await stores.hands.passTime(library.workspaceId, 'cleanup', 60_000);
      const again = await claimOf(stores, 'cleanup', claim.id);
      expect(again.attempt).toBe(2);
      expect(await stores.cleanups.load(again)).toEqual(before);
      await stores.cleanups.complete(again);
    },
  },
  {
    name: 'sweeps once more after a document was forgotten under a running attempt',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      await stores.documents.forget(library.workspaceId, built.documentId, ada);
      const [first] = await claimsIn(stores, 'cleanup', library.workspaceId);
      if (first === undefined) throw new Error('the clean-up is due');
      expect((await stores.cleanups.load(first)).versions).toHaveLength(1);
      await stores.cleanups.complete(first);
      await stores.hands.passTime(library.workspaceId, 'cleanup', quarterHourMs);
      const [second] = await claimsIn(stores, 'cleanup', library.workspaceId);
      if (second === undefined) throw new Error('a second sweep is due after the lease');
      expect((await stores.cleanups.load(second)).versions).toHaveLength(1);
      await stores.cleanups.complete(second);
    },
  },
  {
    name: 'keeps a content that another document of the workspace holds',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const other = await openLibrary(stores, library.workspaceId);
      const hash = hashOf('in two channels');
      const one = await index(stores, await shareFile(stores, library), hash);
      const two = await index(stores, await shareFile(stores, other), hash);
      for (const [document, objects] of [
        [one, []],
        [two, [hash]],
      ] as const) {
        expect(await stores.blobs.referenced(library.workspaceId, hash)).toBe(true);
        await stores.documents.forget(library.workspaceId, document.documentId, ada);
        const [claim] = await claimsIn(stores, 'cleanup', library.workspaceId);
        if (claim === undefined) throw new Error('the clean-up is due');
        expect((await stores.cleanups.load(claim)).objects).toEqual(objects);
        await stores.cleanups.complete(claim);
      }
      expect(await stores.blobs.referenced(library.workspaceId, hash)).toBe(false);
    },
  },
];
