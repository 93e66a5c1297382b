import { describe, expect, it } from 'vitest';
import { scoreTerms } from './score-terms.ts';

const constants = { k1: 1.2, b: 0.75 };
const statistics = {
  idf: new Map([
    ['pump', 2],
    ['valve', 1],
  ]),
  averageLength: 4,
};
const scored = (query: readonly string[], ...texts: readonly string[]) =>
  scoreTerms(
    texts.map((terms, index) => ({ segment_id: String(index), terms })),
    query,
    statistics,
    constants,
  );

describe('scoring a few rows', () => {
  it('is BM25: idf by the saturated count, shorter rows first', () => {
    // A row of average length: norm = k1, so a single hit scores idf · 2.2 / (1 + 1.2).
    const [only] = scored(['pump'], 'the pump runs on');
    expect(only?.score).toBeCloseTo(2, 10);
    const ids = scored(['pump'], 'pump a b c d e f g', 'pump a').map((row) => row.segment_id);
    expect(ids).toEqual(['1', '0']);
  });

  it('adds the terms, and a heavier one as often as it stands in the question', () => {
    const [first, second] = scored(
      ['pump', 'valve', 'valve', 'valve'],
      'pump a b c',
      'valve a b c',
    );
    expect([first?.segment_id, second?.segment_id]).toEqual(['1', '0']);
    expect(first?.score).toBeCloseTo(3, 10);
  });

  it('leaves out what holds no word, and keeps an order among equals', () => {
    expect(scored(['pump', 'unknown'], 'nothing here at all')).toEqual([]);
    const ids = scored(['pump'], 'pump a', 'pump b').map((row) => row.segment_id);
    expect(ids).toEqual(['0', '1']);
  });
});
