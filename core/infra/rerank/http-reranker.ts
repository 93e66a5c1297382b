import { z } from 'zod';
import { Cancelled, isVerdict, Retryable, Terminal } from '#core/domain/errors.ts';
import type { Reranker } from '#core/ports/reranker.ts';

export type HttpRerankerOptions = {
  /** The whole address, usually ending in /rerank. */
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly scale: Reranker['scale'];
};

const replySchema = z.object({
  results: z.array(
    z.object({
      index: z.number().int().min(0),
      relevance_score: z.number().optional(),
      score: z.number().optional(),
    }),
  ),
});

/** The /rerank shape that Cohere, Jina, vLLM and text-embeddings-inference front ends share. */
export const createHttpReranker = ({ url, name, key, scale }: HttpRerankerOptions): Reranker => ({
  name,
  scale,
  rerank: async (query, passages, signal) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        signal,
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          model: name,
          query,
          documents: passages,
          top_n: passages.length,
          return_documents: false,
        }),
      });
      if (!response.ok) throw refusalOf(response);
      return scoresIn(await response.text(), passages.length);
    } catch (error) {
      throw verdictOn(error, signal);
    }
  },
});

const failed = (message: string, options?: { afterMs?: number; cause?: unknown }): Retryable =>
  new Retryable('RERANK_FAILED', message, options);

const scoresIn = (text: string, count: number): readonly (number | null)[] => {
  const scores: (number | null)[] = Array.from({ length: count }, () => null);
  const seen = new Set<number>();
  for (const { index, relevance_score: relevance, score } of resultsIn(text)) {
    if (index >= count) throw failed(`the reranker scored a passage ${index} that is not there`);
    if (seen.has(index)) throw failed(`the reranker scored the passage ${index} twice`);
    seen.add(index);
    scores[index] = relevance ?? score ?? null;
  }
  return scores;
};

const resultsIn = (text: string): z.infer<typeof replySchema>['results'] => {
  try {
    return replySchema.parse(JSON.parse(text)).results;
  } catch (error) {
    throw failed('the reranker answered something unreadable', { cause: error });
  }
};

const refusalOf = ({ status, headers }: Response): Retryable | Terminal => {
  const message = `the reranker answered ${status}`;
  const passes = status === 408 || status === 409 || status === 429 || status >= 500;
  if (!passes) return new Terminal('RERANK_FAILED', message);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return failed(message, seconds >= 0 ? { afterMs: seconds * 1_000 } : {});
};

const verdictOn = (error: unknown, signal: AbortSignal): Error => {
  if (isVerdict(error)) return error;
  if (!signal.aborted) return failed('the reranker cannot be reached', { cause: error });
  const reason: unknown = signal.reason;
  return reason instanceof DOMException && reason.name === 'TimeoutError'
    ? failed('the reranker took too long', { cause: error })
    : new Cancelled('reranking was stopped', { cause: error });
};
