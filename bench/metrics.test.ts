import { describe, expect, it } from 'vitest';
import { meanScore, normalisedGain, percentile, recall, scoreRanking } from './metrics.ts';

const judgements = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 2],
  ['d', 0],
]);

describe('nDCG', () => {
  it('takes the gain as judged and discounts by log2(rank + 1)', () => {
    // found: d 0, a 3/log2(3), b 1/log2(4) = 1.8928 + 0.5; ideal: 3 + 2/log2(3) + 1/2 = 4.7619
    expect(normalisedGain(['d', 'a', 'b'], judgements, 10)).toBeCloseTo(2.392_789 / 4.761_86, 5);
  });

  it('is 1 for the ideal order and cuts both orders at the depth', () => {
    expect(normalisedGain(['a', 'c', 'b'], judgements, 10)).toBe(1);
    expect(normalisedGain(['a', 'x', 'x'], judgements, 1)).toBe(1);
    expect(normalisedGain(['x', 'a'], judgements, 1)).toBe(0);
  });

  it('is 0, not a division by zero, where nothing is relevant', () => {
    expect(normalisedGain(['a'], new Map([['a', 0]]), 10)).toBe(0);
  });
});

describe('recall', () => {
  it('is the share of the relevant ones among the first', () => {
    expect(recall(['a', 'd', 'x', 'b'], judgements, 2)).toBeCloseTo(1 / 3);
    expect(recall(['a', 'd', 'x', 'b'], judgements, 4)).toBeCloseTo(2 / 3);
  });

  it('counts a passage that is named twice once', () => {
    expect(recall(['a', 'a', 'a'], judgements, 10)).toBeCloseTo(1 / 3);
  });
});

describe('percentile', () => {
  it('is a value that was measured', () => {
    const values = [50, 10, 40, 20, 30];
    expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([10, 30, 50, 50]);
    expect(percentile([], 0.5)).toBe(0);
  });
});

describe('the mean over queries', () => {
  it('comes with its standard error', () => {
    const scores = [scoreRanking(['a', 'c', 'b'], judgements), scoreRanking(['x'], judgements)];
    expect(meanScore(scores)).toEqual({
      'nDCG@10': 0.5,
      'recall@10': 0.5,
      'recall@100': 0.5,
      standardError: expect.closeTo(0.5 / Math.sqrt(2)),
    });
  });
});
