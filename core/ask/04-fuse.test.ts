import { describe, expect, it } from 'vitest';
import type { LegName, LegTrace } from '#core/domain/trace.ts';
import { fuse } from './04-fuse.ts';

const leg = (name: LegName, scores: Readonly<Record<string, number>>): LegTrace => ({
  leg: name,
  status: 'answered',
  note: null,
  tookMs: 1,
  hits: Object.entries(scores).map(([segmentId, score], index) => ({
    segmentId,
    rank: index + 1,
    score,
  })),
});
const even = { keyword: 1, vector: 1, picture: 1 };
const idsOf = (legs: readonly LegTrace[]): readonly string[] =>
  fuse(legs, even).map(({ segmentId }) => segmentId);

describe('fusing', () => {
  it('adds the shares of the best score of each leg', () => {
    const legs = [leg('keyword', { x: 12, y: 9 }), leg('vector', { y: 0.8, z: 0.4 })];
    const [y, x, z] = fuse(legs, even);
    expect(y).toEqual({ segmentId: 'y', score: (0.75 + 1) / 2, legs: ['keyword', 'vector'] });
    expect(x).toEqual({ segmentId: 'x', score: 0.5, legs: ['keyword'] });
    expect(z).toEqual({ segmentId: 'z', score: 0.25, legs: ['vector'] });
  });

  it('gives a leg the share of its weight', () => {
    const legs = [leg('keyword', { x: 3 }), leg('vector', { y: 0.5 })];
    const [first, second] = fuse(legs, { ...even, vector: 3 });
    expect(first).toMatchObject({ segmentId: 'y', score: 0.75 });
    expect(second).toMatchObject({ segmentId: 'x', score: 0.25 });
  });

  it('ranks by the only leg that found anything, as that leg does', () => {
    const empty = leg('vector', {});
    expect(fuse([leg('keyword', { x: 4, y: 1 }), empty], even)).toEqual([
      { segmentId: 'x', score: 1, legs: ['keyword'] },
      { segmentId: 'y', score: 0.25, legs: ['keyword'] },
    ]);
  });

  it('counts a cosine below zero as nothing, never against a passage', () => {
    const legs = [leg('keyword', { x: 2, y: 1 }), leg('vector', { y: 0.5, x: -0.5 })];
    expect(fuse(legs, even).map(({ score }) => score)).toEqual([0.75, 0.5]);
    expect(idsOf([leg('vector', { x: -0.5 })])).toEqual([]);
  });

  it('breaks a tie by id, so that the same hits always come in the same order', () => {
    expect(idsOf([leg('keyword', { b: 1 }), leg('vector', { a: 1 })])).toEqual(['a', 'b']);
    expect(idsOf([leg('vector', { a: 1 }), leg('keyword', { b: 1 })])).toEqual(['a', 'b']);
  });
});
