import { describe, expect, it } from 'vitest';
import { largestCount } from './largest-count.ts';

describe('the largest count', () => {
  it('is found for every limit, and is 1 where nothing fits', () => {
    for (let total = 1; total <= 20; total += 1) {
      for (let limit = 0; limit <= 25; limit += 1) {
        const found = largestCount(total, (count) => count <= limit);
        expect(found).toBe(Math.max(1, Math.min(total, limit)));
      }
    }
  });

  it('does not ask about far more than fits', () => {
    const asked: number[] = [];
    largestCount(10_000, (count) => {
      asked.push(count);
      return count <= 5;
    });
    expect(Math.max(...asked)).toBeLessThanOrEqual(8);
  });
});
