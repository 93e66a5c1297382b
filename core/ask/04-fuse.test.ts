import { describe, expect, it } from 'vitest';
import type { LegName, LegTrace } from '#core/domain/trace.ts';
import { fuse } from './04-fuse.ts';

const leg = (name: LegName, ...ids: readonly string[]): LegTrace => ({
  leg: name,
  status: 'answered',
  note: null,
  tookMs: 1,
  hits: ids.map((segmentId, index) => ({ segmentId, rank: index + 1, score: 1 / (index + 1) })),
});
const even = { keyword: 1, vector: 1, picture: 1 };

describe('fusing', () => {
  it('adds weight / (60 + rank) over the legs', () => {
    const [first] = fuse([leg('keyword', 'x', 'y'), leg('vector', 'y')], even);
    expect(first?.segmentId).toBe('y');
    expect(first?.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
    expect(first?.legs).toEqual(['keyword', 'vector']);
  });

  it('keeps what only one leg found', () => {
    const ids = fuse([leg('keyword', 'x'), leg('vector', 'y')], even).map((hit) => hit.segmentId);
    expect(ids.toSorted()).toEqual(['x', 'y']);
  });

  it('breaks a tie by id, so that the same hits always come in the same order', () => {
    const one = fuse([leg('keyword', 'b'), leg('vector', 'a')], even);
    const other = fuse([leg('vector', 'a'), leg('keyword', 'b')], even);
    expect(one.map((hit) => hit.segmentId)).toEqual(['a', 'b']);
    expect(other.map((hit) => hit.segmentId)).toEqual(['a', 'b']);
  });
});
