import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Cancelled, Stale } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { Claim } from '#core/domain/work.ts';
import type { SegmentVector } from '#core/ports/vector-index.ts';
import type { ContractCase } from '../contract.ts';
import type { Records } from './records.ts';
import { build, claimOf, hashOf, openLibrary, shareFile } from './stores.ts';

const dimensions = 8;
const signal = new AbortController().signal;

/** A unit vector whose cosine with the first axis falls with `place`. */
const towards = (place: number): Float32Array => {
  const angle = (place / 200) * Math.PI;
  const vector = new Float32Array(dimensions);
  vector.set([Math.cos(angle), Math.sin(angle)]);
  return vector;
};

const vectorsOf = (
  { documentId, generation }: DocumentVersion,
  places: readonly number[],
): readonly SegmentVector[] =>
  places.map((place) => ({
    segmentId: `${documentId}.${generation}.${place}.TEXT`,
    contentHash: hashOf(`${documentId} ${place}`),
    vector: towards(place),
  }));

type Building = DocumentVersion & { readonly claim: Claim; readonly workspaceId: string };

const building = async (records: Records, workspaceId?: string): Promise<Building> => {
  const library = await openLibrary(records, workspaceId);
  const built = await build(records, await shareFile(records, library));
  return { ...built, workspaceId: library.workspaceId };
};

export const vectorIndexContract: readonly ContractCase<Records>[] = [
  {
    name: 'finds the nearest of the scope first, with the cosine as score',
    run: async (records) => {
      const { vectors } = records;
      const one = await building(records);
      await vectors.write(one.claim, one, 'profile-a', vectorsOf(one, [50, 0, 20]));
      await vectors.write(one.claim, one, 'profile-a', vectorsOf(one, [0]));
      const { workspaceId, documentId } = one;
      const hits = await vectors.search(workspaceId, 'profile-a', [one], towards(0), 2, signal);
      expect(hits).toEqual([
        { segmentId: `${documentId}.1.0.TEXT`, rank: 1, score: expect.closeTo(1, 3) },
        { segmentId: `${documentId}.1.20.TEXT`, rank: 2, score: expect.closeTo(0.951, 2) },
      ]);
      expect(await vectors.search(workspaceId, 'profile-a', [], towards(0), 2, signal)).toEqual([]);
      const elsewhere = await vectors.search('x', 'profile-a', [one], towards(0), 2, signal);
      expect(elsewhere).toEqual([]);
    },
  },
  {
    name: 'fills the limit from a scope that holds a thousandth, however near the others are',
    run: async (records) => {
      const far = await building(records);
      const { vectors } = records;
      const places = Array.from({ length: 80 }, (_, place) => place + 100);
      await vectors.write(far.claim, far, 'profile-a', vectorsOf(far, places));
      const near = await building(records, far.workspaceId);
      for (let part = 0; part < 8; part += 1) {
        const nearer = vectorsOf(
          near,
          places.map((place) => place / 10),
        ).map((one) => ({
          ...one,
          segmentId: `${one.segmentId}.${part}`,
        }));
        await vectors.write(near.claim, near, 'profile-a', nearer);
      }
      const hits = await vectors.search(
        far.workspaceId,
        'profile-a',
        [far],
        towards(0),
        80,
        signal,
      );
      expect(hits).toHaveLength(80);
      expect(hits.every(({ segmentId }) => segmentId.startsWith(far.documentId))).toBe(true);
      expect(hits.map(({ rank }) => rank)).toEqual(places.map((_, place) => place + 1));
    },
  },
  {
    name: 'never mixes profiles, not even of the same number of dimensions',
    run: async (records) => {
      const one = await building(records);
      const { vectors } = records;
      const { workspaceId } = one;
      await vectors.write(one.claim, one, 'profile-a', vectorsOf(one, [0]));
      await vectors.write(one.claim, one, 'profile-b', vectorsOf(one, [90]));
      const search = (fingerprint: string) =>
        vectors.search(workspaceId, fingerprint, [one], towards(0), 10, signal);
      expect(await search('profile-a')).toHaveLength(1);
      expect((await search('profile-b')).map(({ segmentId }) => segmentId)).toEqual([
        `${one.documentId}.1.90.TEXT`,
      ]);
      expect(await search('profile-c')).toEqual([]);
      const hash = hashOf(`${one.documentId} 0`);
      expect((await vectors.reuse(workspaceId, 'profile-b', [hash])).size).toBe(0);
      expect(await vectors.ids(workspaceId, 'profile-b', one)).toHaveLength(1);
    },
  },
  {
    name: 'gives vectors of unchanged text again, in the same workspace only',
    run: async (records) => {
      const one = await building(records);
      const { vectors } = records;
      await vectors.write(one.claim, one, 'profile-a', vectorsOf(one, [3, 4]));
      const hash = hashOf(`${one.documentId} 3`);
      const reused = await vectors.reuse(one.workspaceId, 'profile-a', [hash, hashOf('new')]);
      expect([...reused.keys()]).toEqual([hash]);
      const given = [...(reused.get(hash) ?? [])];
      expect(given).toEqual([...towards(3)].map((value) => expect.closeTo(value, 5)));
      expect((await vectors.reuse('elsewhere', 'profile-a', [hash])).size).toBe(0);
    },
  },
  {
    name: 'removes one version and nothing else',
    run: async (records) => {
      const one = await building(records);
      const other = await building(records, one.workspaceId);
      const { vectors } = records;
      await vectors.write(one.claim, one, 'profile-a', vectorsOf(one, [1]));
      await vectors.write(other.claim, other, 'profile-a', vectorsOf(other, [1]));
      await vectors.remove(one.workspaceId, one);
      expect(await vectors.ids(one.workspaceId, 'profile-a', one)).toEqual([]);
      expect(await vectors.ids(one.workspaceId, 'profile-a', other)).toEqual([
        `${other.documentId}.1.1.TEXT`,
      ]);
    },
  },
  {
    name: 'takes nothing from an attempt that lost its lease',
    run: async (records) => {
      const one = await building(records);
      const { vectors, hands } = records;
      await hands.endLease(one.claim);
      const [ingestionId] = [one.claim.id];
      await claimOf(records, 'ingestion', ingestionId, 'thief');
      const late = vectors.write(one.claim, one, 'profile-a', vectorsOf(one, [1]));
      await expect(late).rejects.toBeInstanceOf(Stale);
      expect(await vectors.ids(one.workspaceId, 'profile-a', one)).toEqual([]);
    },
  },
  {
    name: 'stops when told',
    run: async ({ vectors }) => {
      const stopped = AbortSignal.abort();
      const one = { documentId: randomUUID(), generation: 1 };
      await expect(
        vectors.search(randomUUID(), 'profile-a', [one], towards(0), 1, stopped),
      ).rejects.toBeInstanceOf(Cancelled);
    },
  },
];
