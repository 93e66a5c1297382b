import { describe, expect, it } from 'vitest';
import { scopeOf, segmentOf, segmentsPort } from '#core/testing/ask-stage.ts';
import type { Fused } from './04-fuse.ts';
import { gate } from './05-gate.ts';
import type { AskDependencies } from './question.ts';

const active = [
  segmentOf('a', 0, 'one'),
  segmentOf('a', 1, 'two'),
  segmentOf('b', 0, 'three'),
  segmentOf('a', 2, 'of the next version', { generation: 2 }),
];
const found = (segmentId: string, score: number): Fused => ({ segmentId, score, legs: ['vector'] });
const onlyA: AskDependencies['scopes']['stillActive'] = async (_id, versions) =>
  versions.filter(({ documentId }) => documentId === 'a');

const passed = async (
  fused: readonly Fused[],
  stillActive: AskDependencies['scopes']['stillActive'] = async (_id, versions) => versions,
) => {
  const asked: unknown[] = [];
  const scopes = {
    resolve: () => Promise.reject(new Error('not here')),
    stillActive: (...given: Parameters<typeof stillActive>) => {
      asked.push(given);
      return stillActive(...given);
    },
  };
  const gated = await gate(
    { segments: segmentsPort(active), scopes },
    'workspace',
    scopeOf(['a', 'c']),
    fused,
  );
  return { ...gated, asked, ids: gated.candidates.map(({ segment }) => segment.id) };
};

describe('the gate', () => {
  it('keeps the order and the scores of what is confirmed', async () => {
    const { candidates, ids, dropped, moved } = await passed([
      found('a.1.1.TEXT', 0.3),
      found('a.1.0.TEXT', 0.2),
    ]);
    expect(ids).toEqual(['a.1.1.TEXT', 'a.1.0.TEXT']);
    expect(candidates.map(({ score }) => score)).toEqual([0.3, 0.2]);
    expect({ dropped, moved }).toEqual({ dropped: [], moved: false });
  });

  it.each([
    ['a document outside the scope', 'b.1.0.TEXT'],
    ['another version than the one in scope', 'a.2.2.TEXT'],
    ['a passage that only an index knows', 'a.1.9.TEXT'],
  ])('drops %s and says why', async (_what, segmentId) => {
    const { ids, dropped, moved } = await passed([found(segmentId, 0.9), found('a.1.0.TEXT', 0.1)]);
    expect(ids).toEqual(['a.1.0.TEXT']);
    expect(dropped).toEqual([
      { segmentId, why: 'not in an active version of a readable document' },
    ]);
    expect(moved).toBe(false);
  });

  it('tells that a document moved on when hits fall and its version is not active any more', async () => {
    const fused = [found('c.1.0.TEXT', 0.9)];
    const { ids, moved, asked } = await passed(fused, onlyA);
    expect({ ids, moved }).toEqual({ ids: [], moved: true });
    expect(asked).toEqual([['workspace', scopeOf(['a', 'c']).documents]]);
  });

  it('does not ask what moved while nothing was dropped', async () => {
    const { moved, asked } = await passed([found('a.1.0.TEXT', 1)], async () => []);
    expect({ moved, asked }).toEqual({ moved: false, asked: [] });
  });

  it('lets nothing through when the truth cannot be read', async () => {
    const segments = {
      ...segmentsPort(active),
      confirm: () => Promise.reject(new Error('no database')),
    };
    const { scopes } = {
      scopes: { resolve: async () => scopeOf([]), stillActive: async () => [] },
    };
    const fused = [found('a.1.0.TEXT', 1)];
    await expect(gate({ segments, scopes }, 'workspace', scopeOf(['a']), fused)).rejects.toThrow(
      'no database',
    );
  });
});
