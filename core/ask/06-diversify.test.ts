import { describe, expect, it } from 'vitest';
import type { SegmentType } from '#core/domain/segment.ts';
import { candidateOf, segmentOf } from '#core/testing/ask-stage.ts';
import { seededRandom } from '#core/testing/seeded-random.ts';
import type { Candidate } from './05-gate.ts';
import { diversifyDocuments, diversifySections } from './06-diversify.ts';

const passage = (
  documentId: string,
  order: number,
  type: SegmentType = 'TEXT',
  heading = 'Start',
) =>
  candidateOf(
    segmentOf(documentId, order, `passage ${order}`, { type, headingPath: [heading] }),
    1 / (order + 1),
  );
const path = (headingPath: readonly string[], order: number) =>
  candidateOf(segmentOf('a', order, 'x', { headingPath }));
const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ segment }) => segment.id);

describe('room for other documents', () => {
  it('puts a fourth passage of one document behind the others', () => {
    const long = [0, 1, 2, 3, 4].map((order) => passage('a', order));
    const other = passage('b', 9);
    expect(idsOf(diversifyDocuments([...long, other]))).toEqual(
      idsOf([...long.slice(0, 3), other, ...long.slice(3)]),
    );
  });

  it('counts texts and tables of a document apart', () => {
    const texts = [0, 1, 2].map((order) => passage('a', order));
    const table = passage('a', 3, 'TABLE');
    const last = passage('a', 4);
    expect(idsOf(diversifyDocuments([...texts, last, table]))).toEqual(
      idsOf([...texts, table, last]),
    );
  });
});

describe('room for other sections', () => {
  it('counts by heading, whatever the document', () => {
    const section = [0, 1, 2, 3].map((order) => passage('a', order));
    const other = passage('a', 9, 'TEXT', 'Stop');
    expect(idsOf(diversifySections([...section, other]))).toEqual(
      idsOf([...section.slice(0, 3), other, ...section.slice(3)]),
    );
  });

  it('does not take two headings for one path of the same words', () => {
    const given = [0, 1, 2].map((order) => path(['A', 'B'], order)).concat(path(['A B'], 3));
    expect(idsOf(diversifySections([...given, path(['A', 'B'], 4), path(['C'], 5)]))).toEqual(
      idsOf([...given, path(['C'], 5), path(['A', 'B'], 4)]),
    );
  });
});

const types = ['TEXT', 'TABLE', 'DOCUMENT_IMAGE'] as const;
/** Up to 60 passages of few documents and sections, in no order. */
const randomly = (seed: number): readonly Candidate[] => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: below(60) }, (_, order) =>
    passage(`d${below(4)}`, order, types[below(3)], `section ${below(3)}`),
  );
};
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe.each([
  [
    'documents',
    diversifyDocuments,
    ({ segment }: Candidate) => `${segment.documentId} ${segment.type}`,
  ],
  [
    'sections',
    diversifySections,
    ({ segment }: Candidate) => `${segment.headingPath.join()} ${segment.type}`,
  ],
] as const)('diversifying by %s, over many random inputs', (_name, diversify, groupOf) => {
  /** How many of the same group stand before each. */
  const placeOf = (candidates: readonly Candidate[]) =>
    candidates.map(
      (candidate, index) =>
        candidates.slice(0, index).filter((other) => groupOf(other) === groupOf(candidate)).length,
    );

  it('deletes nothing, adds nothing and changes no score', () => {
    for (const seed of seeds) {
      const given = randomly(seed);
      const spread = diversify(given);
      expect(new Set(spread)).toEqual(new Set(given));
      expect(spread).toHaveLength(given.length);
    }
  });

  it('keeps the order among the first three of each group, and among those behind', () => {
    for (const seed of seeds) {
      const given = randomly(seed);
      const places = placeOf(given);
      const first = given.filter((_, index) => (places[index] ?? 0) < 3);
      const behind = given.filter((_, index) => (places[index] ?? 0) >= 3);
      expect(idsOf(diversify(given))).toEqual(idsOf([...first, ...behind]));
    }
  });

  it('gives the same when it is done again', () => {
    for (const seed of seeds) {
      const once = diversify(randomly(seed));
      expect(idsOf(diversify(once))).toEqual(idsOf(once));
    }
  });
});
