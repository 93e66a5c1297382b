import { afterEach, describe, expect, it, vi } from 'vitest';
import { Cancelled, Retryable, Stale } from '#core/domain/errors.ts';
import { candidateOf, never, segmentOf } from '#core/testing/ask-stage.ts';
import type { Reranker } from '#core/ports/reranker.ts';
import type { Candidate } from './05-gate.ts';
import { rerank } from './07-rerank.ts';

const passages = (...scores: readonly number[]): readonly Candidate[] =>
  scores.map((score, order) => candidateOf(segmentOf('a', order, `passage ${order}`), score));
const many = (count: number) =>
  passages(...Array.from({ length: count }, (_, order) => 1 / (60 + order)));

const scoring = (
  scores: readonly (number | null)[],
  scale: Reranker['scale'] = 'logit',
): Reranker & { readonly asked: (readonly string[])[] } => {
  const asked: (readonly string[])[] = [];
  return {
    name: 'scripted',
    scale,
    asked,
    rerank: async (_query, texts) => {
      asked.push(texts);
      return scores;
    },
  };
};
const orders = ({ candidates }: { readonly candidates: readonly Candidate[] }) =>
  candidates.map(({ segment }) => segment.order);
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the rerank', () => {
  it('is none without a reranker, and asks none about nothing', async () => {
    const given = passages(0.2, 0.1);
    const none = { trace: { status: 'none', note: null }, best: null };
    expect(await rerank(null, 'q', given, never)).toEqual({ candidates: given, ...none });
    const reranker = scoring([]);
    expect(await rerank(reranker, 'q', [], never)).toEqual({ candidates: [], ...none });
    expect(reranker.asked).toEqual([]);
  });

  it('mixes 0.6 of the fused score, by the highest, with 0.4 of the sigmoid of a logit', async () => {
    const result = await rerank(scoring([-2, 2]), 'q', passages(0.02, 0.015), never);
    expect(orders(result)).toEqual([1, 0]);
    const mixed = result.candidates.map(({ score }) => score);
    expect(mixed[0]).toBeCloseTo(0.6 * 0.75 + 0.4 * sigmoid(2), 10);
    expect(mixed[1]).toBeCloseTo(0.6 + 0.4 * sigmoid(-2), 10);
    expect(result.trace).toEqual({ status: 'applied', note: 'scripted' });
    expect(result.best).toBeCloseTo(sigmoid(2), 10);
  });

  it('stretches unbounded scores over the window', async () => {
    const result = await rerank(scoring([10, 30, 20], 'unbounded'), 'q', passages(1, 1, 1), never);
    expect(orders(result)).toEqual([1, 2, 0]);
    const scores = result.candidates.map(({ score }) => score);
    expect(scores).toEqual([1, 0.8, 0.6].map((score) => expect.closeTo(score, 10)));
  });

  it('does not take the best of a stretched window for a sign of relevance', async () => {
    const { best, trace } = await rerank(scoring([3, 1], 'unbounded'), 'q', passages(1, 1), never);
    expect(trace.status).toBe('applied');
    expect(best).toBeNull();
  });

  it('takes scores that are all alike for no opinion: the fused order stays', async () => {
    const result = await rerank(scoring([7, 7, 7], 'unbounded'), 'q', passages(3, 2, 1), never);
    expect(orders(result)).toEqual([0, 1, 2]);
  });

  it('counts an unscored passage of the window as 0', async () => {
    const result = await rerank(scoring([null, 0.1]), 'q', passages(1, 1), never);
    expect(orders(result)).toEqual([1, 0]);
    expect(result.candidates[1]?.score).toBeCloseTo(0.6, 10);
  });

  it('does not zero a picture, which has no text to score', async () => {
    const picture = candidateOf(segmentOf('a', 9, '', { type: 'IMAGE_VISUAL' }), 0.9);
    const [text] = passages(1);
    const given = text === undefined ? [] : [text, picture];
    const { candidates } = await rerank(scoring([-9, null]), 'q', given, never);
    expect(candidates[0]?.segment.type).toBe('IMAGE_VISUAL');
    expect(candidates[0]?.score).toBeCloseTo(0.9, 10);
  });

  it('rescores 40, and the tail keeps its order behind them', async () => {
    const reranker = scoring(Array.from({ length: 40 }, (_, order) => order - 20));
    const result = await rerank(reranker, 'q', many(45), never);
    expect(reranker.asked[0]).toHaveLength(40);
    expect(
      orders(result)
        .slice(0, 40)
        .toSorted((a, b) => a - b),
    ).toEqual([...Array(40).keys()]);
    expect(orders(result)[0]).not.toBe(0);
    expect(orders(result).slice(40)).toEqual([40, 41, 42, 43, 44]);
  });

  it('shows type, headings and body, 1,200 characters at most', async () => {
    const reranker = scoring([1, 1]);
    const long = candidateOf(segmentOf('a', 0, 'x'.repeat(5_000), { type: 'TABLE' }));
    const short = candidateOf(segmentOf('b', 0, 'The valve opens.'));
    await rerank(reranker, 'q', [long, short], never);
    const [first = '', second] = reranker.asked[0] ?? [];
    expect(first).toHaveLength(1_200);
    expect(first).toMatch(/^TABLE\nDocument a › Start\nxxx/);
    expect(second).toBe('TEXT\nDocument b › Start\nThe valve opens.');
  });
});

describe('a reranker that fails', () => {
  it.each([
    ['rejects', () => Promise.reject(new Retryable('RERANK_FAILED', 'away'))],
    ['scores nothing', async () => [null, null, null]],
    ['answers nothing', async () => []],
    ['scores too few', async () => [1, 2]],
    ['scores too many', async () => [1, 2, 3, 4]],
    ['scores what is no number', async () => [Number.NaN, 1, 2]],
    ['scores without end', async () => [1, Infinity, 2]],
  ])('leaves the fused order and its scores when it %s', async (_what, answer) => {
    const given = passages(0.3, 0.2, 0.1);
    const reranker: Reranker = { name: 'bad', scale: 'unbounded', rerank: answer };
    const result = await rerank(reranker, 'q', given, never);
    expect(result.candidates).toEqual(given);
    expect(result.trace).toEqual({ status: 'failed', note: expect.stringMatching(/./) });
    expect(result.best).toBeNull();
  });

  it('is left behind after its own timeout', async () => {
    const timeout = new AbortController();
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const reranker: Reranker = {
      name: 'slow',
      scale: 'logit',
      rerank: (_query, _texts, signal) => {
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(new Error('too slow')));
        queueMicrotask(() => timeout.abort());
        return promise;
      },
    };
    const result = await rerank(reranker, 'q', passages(2, 1), never);
    expect(timeouts).toHaveBeenCalledWith(8_000);
    expect(result.trace).toEqual({ status: 'failed', note: 'too slow' });
    expect(orders(result)).toEqual([0, 1]);
  });

  it('is not what a cancellation is taken for', async () => {
    const stop = new AbortController();
    const reranker: Reranker = {
      name: 'stopped',
      scale: 'logit',
      rerank: async (_query, _texts, signal) => {
        stop.abort(new Stale());
        signal.throwIfAborted();
        return [];
      },
    };
    const stopped = rerank(reranker, 'q', passages(2, 1), stop.signal);
    await expect(stopped).rejects.toBeInstanceOf(Cancelled);
  });
});
