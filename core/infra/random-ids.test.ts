import { describe, expect, it } from 'vitest';
import { createRandomIds } from './random-ids.ts';

describe('ids', () => {
  it('of rows sort in the order in which they were made', () => {
    const ids = createRandomIds();
    const made = Array.from({ length: 50 }, () => ids.next());
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(50);
  });

  it('for links carry 128 bits and do not repeat', () => {
    const ids = createRandomIds();
    expect(Buffer.from(ids.opaque(), 'base64url')).toHaveLength(16);
    expect(ids.opaque()).not.toBe(ids.opaque());
  });
});
