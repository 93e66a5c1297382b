import { z } from 'zod';
import { Retryable } from '#core/domain/errors.ts';
import type { Reranker } from '#core/ports/reranker.ts';

export type HttpRerankerOptions = {
  /** The whole address, usually ending in /rerank. */
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly scale: Reranker['scale'];
};

const reply = z.object({
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
    if (!response.ok) {
      throw new Retryable('RERANK_FAILED', `the reranker answered ${response.status}`);
    }
    const { results } = reply.parse(await response.json());
    const scores: (number | null)[] = passages.map(() => null);
    for (const { index, relevance_score: relevance, score } of results) {
      if (index >= passages.length) {
        throw new Retryable(
          'RERANK_FAILED',
          `the reranker scored a passage ${index} that is not there`,
        );
      }
      scores[index] = relevance ?? score ?? null;
    }
    return scores;
  },
});
