import { describe, expect, it } from 'vitest';
import type { ScopeRequest } from '#core/domain/scope.ts';
import { questionOf, scopeOf } from '#core/testing/ask-stage.ts';
import { resolveScope } from './01-scope.ts';

const resolved = async (request: ScopeRequest, documentIds: readonly string[]) => {
  const asked: unknown[] = [];
  const scopes = {
    resolve: async (...given: readonly unknown[]) => {
      asked.push(given);
      return { ...scopeOf(documentIds), request };
    },
    stillActive: async () => [],
  };
  const step = await resolveScope({ scopes }, questionOf('how long?', { request }));
  return { step, asked };
};

const library = { kind: 'library' } as const;
const named = { kind: 'named', name: 'Handbook' } as const;
const picked = { kind: 'documents', documentIds: ['a', 'b'] } as const;

describe('the scope of a question', () => {
  it.each([library, named, picked])('is asked for as the person asked: %j', async (request) => {
    const { step, asked } = await resolved(request, ['a']);
    expect(asked).toEqual([['workspace', ['library'], request]]);
    expect(step).toMatchObject({ kind: 'scope', scope: { documents: [{ documentId: 'a' }] } });
  });

  it('says that nothing is indexed where a whole library is empty', async () => {
    const { step } = await resolved(library, []);
    expect(step).toMatchObject({ kind: 'empty', reason: 'nothing_indexed' });
  });

  it.each([named, picked])(
    'stays empty where a narrowed one is, and is not widened: %j',
    async (request) => {
      const { step, asked } = await resolved(request, []);
      expect(step).toMatchObject({ kind: 'empty', reason: 'scope_empty' });
      expect(asked).toHaveLength(1);
    },
  );

  it('passes on that the truth could not be read', async () => {
    const scopes = {
      resolve: () => Promise.reject(new Error('no database')),
      stillActive: async () => [],
    };
    await expect(resolveScope({ scopes }, questionOf('how long?'))).rejects.toThrow('no database');
  });
});
