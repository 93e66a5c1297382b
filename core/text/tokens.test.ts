import { describe, expect, it } from 'vitest';
import { estimateTokens } from './tokens.ts';

describe('the estimate of tokens', () => {
  it('is nothing for nothing, and grows with the text', () => {
    expect(estimateTokens('')).toBe(0);
    const once = estimateTokens('The maximum number of connections is 20. ');
    expect(estimateTokens('The maximum number of connections is 20. '.repeat(50))).toBe(50 * once);
  });

  it('counts more for Chinese than for English of the same length', () => {
    expect(estimateTokens('数据库连接池的最大连接数')).toBeGreaterThan(
      2 * estimateTokens('connections!'),
    );
  });

  // Real counts of o200k_base and cl100k_base, the larger of the two.
  it.each([
    ['The quick brown fox jumps over the lazy dog.', 10],
    ['数据库连接池的最大连接数是二十。', 13],
    ['if (error.code === "ERR_4012") return retry(count + 1);', 18],
  ])('is not below the real count of %j', (text, real) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(real);
    expect(estimateTokens(text)).toBeLessThan(real * 2.5);
  });

  it('is linear in the length of one line without spaces', () => {
    expect(estimateTokens('x'.repeat(1_000_000))).toBe(500_000);
  });
});
