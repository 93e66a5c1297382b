import { describe, expect, it } from 'vitest';
import { createRandomIds } from './random-ids.ts';

describe('ids', () => {
  it('are version 7 UUIDs that sort by time', () => {
    let nowMs = 1_700_000_000_000;
    const ids = createRandomIds(() => new Date(nowMs));
    const made = Array.from({ length: 50 }, () => {
      nowMs += 1;
      return ids.next();
    });
    expect(
      made.every((id) =>
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
      ),
    ).toBe(true);
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(50);
  });

  it('for links carry 128 random bits', () => {
    const ids = createRandomIds(() => new Date());
    expect(Buffer.from(ids.opaque(), 'base64url')).toHaveLength(16);
    expect(ids.opaque()).not.toBe(ids.opaque());
  });
});
