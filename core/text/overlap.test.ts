import { describe, expect, it } from 'vitest';
import { coverage, inverseFrequency } from './overlap.ts';

const idf = (term: string): number => ({ pump: 3, water: 1 })[term] ?? 4;
const question = [
  { term: 'pump', weight: 1 },
  { term: 'water', weight: 2 },
];

describe('coverage', () => {
  it('is the share of the idf mass, terms gathered from all passages', () => {
    expect(coverage(question, [['water', 'x']], idf)).toBeCloseTo(2 / 5);
    expect(coverage(question, [['water'], ['pump', 'pump']], idf)).toBe(1);
    expect(coverage(question, [], idf)).toBe(0);
  });

  it('falls when the question names something that nothing holds', () => {
    expect(
      coverage([...question, { term: 'ghost', weight: 1 }], [['water', 'pump']], idf),
    ).toBeCloseTo(5 / 9);
  });

  it('is 0 for a question without terms', () => {
    expect(coverage([], [['water']], idf)).toBe(0);
  });
});

describe('inverse frequency', () => {
  it('is never negative and larger for rarer terms', () => {
    expect(inverseFrequency(10, 10)).toBeGreaterThan(0);
    expect(inverseFrequency(1, 10)).toBeGreaterThan(inverseFrequency(2, 10));
  });
});
