import { describe, expect, it } from 'vitest';
import { encodeTerm } from './encode-term.ts';

describe('an encoded term', () => {
  it('is one word of letters and digits for every parser', () => {
    expect(encodeTerm('foo.bar$baz')).toBe('x666f6f2e6261722462617a');
    expect(encodeTerm('数据')).toBe('xe695b0e68dae');
  });

  it('differs wherever the terms differ', () => {
    const terms = ['a', 'A', 'ab', 'a b', '·a', 'å'];
    expect(new Set(terms.map((term) => encodeTerm(term))).size).toBe(terms.length);
  });
});
