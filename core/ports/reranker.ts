export type Reranker = {
  readonly name: string;
  /** Raw score per passage, same order and length; null where the service scored none. Rejects on timeout, error, illegal indexes. */
  readonly rerank: (
    query: string,
    passages: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly (number | null)[]>;
  /** Whether scores are logits (sigmoid) or unbounded (min–max in the window). */
  readonly scale: 'logit' | 'unbounded';
};
