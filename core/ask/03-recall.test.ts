import { afterEach, describe, expect, it, vi } from 'vitest';
import { Cancelled, Stale } from '#core/domain/errors.ts';
import { askStage, never, scopeOf, segmentOf } from '#core/testing/ask-stage.ts';
import { createWordEmbedder } from '#core/testing/doubles/word-embedder.ts';
import type { AskDependencies } from './question.ts';
import { recall } from './03-recall.ts';
import type { RecallQuery } from './03-recall.ts';

const segments = [
  segmentOf('a', 0, 'The pump runs at 40 bar.'),
  segmentOf('a', 1, 'The valve opens by hand.'),
];
const asking = (query: string, more: Partial<RecallQuery> = {}): RecallQuery => ({
  workspaceId: 'workspace',
  versions: scopeOf(['a']).documents,
  query,
  keywords: [],
  language: 'en',
  ...more,
});
const recalled = async (
  query: RecallQuery,
  more: Partial<AskDependencies> = {},
  signal: AbortSignal = never,
) => recall(await askStage(segments, more), query, signal);
const legsOf = async (...given: Parameters<typeof recalled>) => {
  const { legs, degraded } = await recalled(...given);
  const [keyword, vector] = legs;
  return { keyword, vector, degraded };
};
const broken = (message: string) => () => Promise.reject(new Error(message));
/** Waits for its signal, as a search that hangs does. */
const hanging = (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('aborted')));
  return promise;
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('recall', () => {
  it('asks both legs and numbers their hits by rank', async () => {
    const { keyword, vector, degraded } = await legsOf(asking('At what bar does the pump run?'));
    expect(keyword).toMatchObject({ leg: 'keyword', status: 'answered', note: null });
    expect(keyword?.hits).toMatchObject([{ segmentId: 'a.1.0.TEXT', rank: 1 }]);
    expect(vector).toMatchObject({ leg: 'vector', status: 'answered', note: null });
    expect(vector?.hits[0]).toMatchObject({ segmentId: 'a.1.0.TEXT', rank: 1 });
    expect(degraded).toEqual([]);
  });

  it('stays within the scope in both legs', async () => {
    const { keyword, vector } = await legsOf(
      asking('pump', { versions: scopeOf(['b']).documents }),
    );
    expect([keyword?.hits, vector?.hits]).toEqual([[], []]);
  });

  it('lets keywords reach the keyword leg only', async () => {
    const embedder = createWordEmbedder();
    const { keyword } = await legsOf(asking('motor', { keywords: ['valve'] }), { embedder });
    expect(keyword?.hits.map(({ segmentId }) => segmentId)).toContain('a.1.1.TEXT');
    expect(embedder.embedded).toEqual(['motor']);
  });

  it('names a keyword leg that failed, and the other still answers', async () => {
    const { keywords } = await askStage([]);
    const { keyword, vector, degraded } = await legsOf(asking('pump'), {
      keywords: { ...keywords, search: broken('the index is away') },
    });
    expect(keyword).toMatchObject({ status: 'failed', note: 'the index is away', hits: [] });
    expect(vector).toMatchObject({ status: 'answered' });
    expect(vector?.hits).not.toEqual([]);
    expect(degraded).toEqual(['keyword']);
  });

  it.each([
    ['the embedder', { embedder: { ...createWordEmbedder(), embedTexts: broken('away') } }],
    ['the vectors', { vectors: { search: broken('away') } }],
  ])('names a vector leg where %s failed, and the other still answers', async (_what, more) => {
    const { keyword, vector, degraded } = await legsOf(asking('pump'), more);
    expect(vector).toMatchObject({ status: 'failed', note: 'away', hits: [] });
    expect(keyword?.hits).toHaveLength(1);
    expect(degraded).toEqual(['vector']);
  });

  it('takes an embedder that answers nothing for a failure', async () => {
    const embedder = { ...createWordEmbedder(), embedTexts: async () => [] };
    const { vector } = await legsOf(asking('pump'), { embedder });
    expect(vector).toMatchObject({ status: 'failed', note: expect.stringContaining('vector') });
  });

  it('leaves a slow leg behind after its own timeout', async () => {
    const timeout = new AbortController();
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const { keyword, vector, degraded } = await legsOf(asking('pump'), {
      vectors: {
        search: (...given) => {
          queueMicrotask(() => timeout.abort());
          return hanging(given[5]);
        },
      },
    });
    expect(timeouts).toHaveBeenCalledWith(10_000);
    expect(vector).toMatchObject({ status: 'failed', note: 'took too long' });
    expect(keyword?.status).toBe('answered');
    expect(degraded).toEqual(['vector']);
  });

  it('asks nothing of the keyword leg for a question without words', async () => {
    const { keyword, degraded } = await legsOf(asking('?! …'), {
      keywords: { search: broken('asked'), frequencies: broken('asked') },
    });
    expect(keyword).toMatchObject({ status: 'left-out', hits: [] });
    expect(keyword?.note).toContain('no words');
    expect(degraded).toEqual([]);
  });
});

const createEnglish = () => createWordEmbedder({ languages: ['en'], model: 'english-only' });

describe('a profile of few languages', () => {
  it('stays out of a question in another language, and is not called degraded', async () => {
    const embedder = createEnglish();
    const { vector, degraded } = await legsOf(asking('保修期多长?', { language: 'zh' }), {
      embedder,
    });
    expect(vector).toMatchObject({ status: 'left-out', note: 'english-only does not cover zh' });
    expect(embedder.embedded).toEqual([]);
    expect(degraded).toEqual([]);
  });

  it('stays out as well when only the rewritten query is in another language', async () => {
    const { vector } = await legsOf(asking('水泵的保修期有多长?'), { embedder: createEnglish() });
    expect(vector?.status).toBe('left-out');
  });

  it('answers a question in its own', async () => {
    const { vector } = await legsOf(asking('How long is it?'), { embedder: createEnglish() });
    expect(vector?.status).toBe('answered');
  });
});

describe('an over-long query', () => {
  it('is embedded by its end, where the question stands, within the limit', async () => {
    const embedder = createWordEmbedder({ maximumTokens: 20 });
    const long = `${'context '.repeat(5_000)}how long is the warranty?`;
    const { vector } = await legsOf(asking(long), { embedder });
    expect(vector?.status).toBe('answered');
    const [embedded = ''] = embedder.embedded;
    expect(embedded).toMatch(/how long is the warranty\?$/);
    expect(embedder.countTokens(embedded)).toBeLessThanOrEqual(20);
    expect(embedder.countTokens(embedded)).toBeGreaterThan(10);
  });

  it('ends in a failed leg, not in a loop, where not even one character fits', async () => {
    const embedder = createWordEmbedder({ maximumTokens: 0 });
    const { vector } = await legsOf(asking('pump'), { embedder });
    expect(vector?.status).toBe('failed');
  });
});

describe('a cancellation during recall', () => {
  it('stops both legs and is passed on, never taken for a failed leg', async () => {
    const stop = new AbortController();
    const seen: AbortSignal[] = [];
    const { keywords } = await askStage([]);
    const search = (signal: AbortSignal): Promise<never> => {
      seen.push(signal);
      queueMicrotask(() => stop.abort(new Stale('the lease was lost')));
      return hanging(signal);
    };
    const more = {
      keywords: {
        ...keywords,
        search: (...given: Parameters<typeof keywords.search>) => search(given[4]),
      },
    };
    await expect(recalled(asking('pump'), more, stop.signal)).rejects.toBeInstanceOf(Cancelled);
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
