import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import {
  ada,
  build,
  claimOf,
  index,
  made,
  openLibrary,
  segmentsOf,
  shareFile,
  visible,
} from './stores.ts';
import type { Stores } from './stores.ts';

export const segmentsContract: readonly ContractCase<Stores>[] = [
  {
    name: 'gives written segments back unchanged, in order, a part at a time',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      const written = segmentsOf(built);
      const { workspaceId } = library;
      expect(await stores.segments.ids(workspaceId, built)).toEqual(written.map(({ id }) => id));
      expect(await stores.segments.read(workspaceId, built, 0, 10)).toEqual(written);
      expect(await stores.segments.read(workspaceId, built, 1, 1)).toEqual([written[1]]);
      expect(await stores.segments.read(workspaceId, built, 3, 10)).toEqual([]);
      expect(await stores.segments.read('another', built, 0, 10)).toEqual([]);
      expect(await stores.segments.ids('another', built)).toEqual([]);
      const nextVersion = { ...built, generation: built.generation + 1 };
      expect(await stores.segments.ids(workspaceId, nextVersion)).toEqual([]);
    },
  },
  {
    name: 'writes nothing for an attempt that lost its lease',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      await stores.hands.endLease(built.claim);
      const next = await claimOf(stores, 'ingestion', built.ingestionId);
      const generation = await stores.ingestions.allocateGeneration(next, made);
      expect(generation).toBeGreaterThan(built.generation);
      const version = { documentId: built.documentId, generation };
      const late = stores.segments.write(built.claim, segmentsOf(version));
      await expect(late).rejects.toBeInstanceOf(Stale);
      expect(await stores.segments.ids(library.workspaceId, version)).toEqual([]);
    },
  },
  {
    name: 'confirms segments of the active generation of a live document, in the order asked',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const one = await index(stores, await shareFile(stores, library));
      const two = await index(stores, await shareFile(stores, library, { name: 'Other.md' }));
      const asked = [...segmentsOf(two).toReversed(), ...segmentsOf(one)];
      const ids = ['unknown', ...asked.map(({ id }) => id)];
      const confirmed = await stores.segments.confirm(library.workspaceId, [one, two], ids);
      expect(confirmed).toEqual(
        asked.map((segment) => ({
          ...segment,
          documentName: 'The Handbook',
          documentTitle: 'The Handbook',
          fileName: segment.documentId === one.documentId ? 'Handbook.pdf' : 'Other.md',
          sourceHash: segment.documentId === one.documentId ? one.contentHash : two.contentHash,
        })),
      );
    },
  },
  {
    name: 'confirms nothing outside the versions, of another workspace, not active, or forgotten',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const shared = await index(stores, await shareFile(stores, library));
      const building = await build(stores, await shareFile(stores, library));
      const ids = segmentsOf(shared).map(({ id }) => id);
      const { confirm } = stores.segments;
      expect(await confirm(library.workspaceId, [], ids)).toEqual([]);
      expect(await confirm(library.workspaceId, [building], ids)).toEqual([]);
      expect(await confirm('another', [shared], ids)).toEqual([]);
      expect(await visible(stores, library, building)).toEqual([]);
      expect(await confirm(library.workspaceId, [shared], ids)).toHaveLength(3);
      await stores.documents.forget(library.workspaceId, shared.documentId, ada);
      expect(await confirm(library.workspaceId, [shared], ids)).toEqual([]);
    },
  },
  {
    name: 'finds the neighbours of a passage in its own version, within the distance',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const one = await index(stores, await shareFile(stores, library));
      await index(stores, await shareFile(stores, library));
      const [first, middle, last] = segmentsOf(one);
      if (first === undefined || last === undefined) throw new Error('there are segments');
      const { neighbours } = stores.segments;
      expect(await neighbours(library.workspaceId, [first], 1)).toEqual([first, middle]);
      expect(await neighbours(library.workspaceId, [first, last], 1)).toEqual([
        first,
        middle,
        last,
      ]);
      expect(await neighbours(library.workspaceId, [first], 0)).toEqual([first]);
      expect(await neighbours('another', [first], 1)).toEqual([]);
      expect(await neighbours(library.workspaceId, [], 1)).toEqual([]);
    },
  },
  {
    name: 'removes one version and no other',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const gone = await build(stores, await shareFile(stores, library));
      const kept = await build(stores, await shareFile(stores, library));
      await stores.segments.remove('another', gone);
      expect(await stores.segments.ids(library.workspaceId, gone)).toHaveLength(3);
      await stores.segments.remove(library.workspaceId, gone);
      await stores.segments.remove(library.workspaceId, gone);
      expect(await stores.segments.ids(library.workspaceId, gone)).toEqual([]);
      expect(await stores.segments.ids(library.workspaceId, kept)).toHaveLength(3);
    },
  },
  {
    name: 'writes the same segments twice as once, and many at once',
    run: async (stores) => {
      const library = await openLibrary(stores);
      const built = await build(stores, await shareFile(stores, library));
      await stores.segments.write(built.claim, segmentsOf(built));
      const [first] = segmentsOf(built);
      if (first === undefined) throw new Error('there are segments');
      const many = Array.from({ length: 1_200 }, (_, place) => ({
        ...first,
        id: `${built.documentId}.${built.generation}.${place + 10}.TEXT`,
        order: place + 10,
      }));
      await stores.segments.write(built.claim, many);
      expect(await stores.segments.ids(library.workspaceId, built)).toHaveLength(1_203);
    },
  },
];
