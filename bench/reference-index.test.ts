import { describe, expect, it } from 'vitest';
import { referenceIndex } from './reference-index.ts';

const passages = [
  { id: 'a', terms: ['pump', 'pump', 'valve'] },
  { id: 'b', terms: ['valve', 'water', 'water'] },
  { id: 'c', terms: ['water', 'water', 'water'] },
];

describe('BM25', () => {
  it('scores as worked by hand', () => {
    // all lengths equal the average: norm = k1; idf(pump) = ln(1 + 2.5 / 1.5); 2 / (2 + 1.2)
    const [hit] = referenceIndex(passages).search([{ term: 'pump', weight: 1 }], 10);
    expect(hit?.id).toBe('a');
    expect(hit?.score).toBeCloseTo(Math.log(1 + 2.5 / 1.5) * (2 / 3.2), 10);
  });

  it('adds up terms by weight and never demands all of them', () => {
    const query = [
      { term: 'valve', weight: 1 },
      { term: 'water', weight: 3 },
      { term: 'nowhere', weight: 1 },
    ];
    expect(
      referenceIndex(passages)
        .search(query, 10)
        .map(({ id }) => id),
    ).toEqual(['b', 'c', 'a']);
  });
});
