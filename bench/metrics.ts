/** Gain of each relevant document of one query; documents that are missing have gain 0. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * nDCG at `depth` as trec_eval's ndcg_cut computes it: gain as judged (not 2^gain), discount
 * log2(rank + 1), ideal order over all judged documents. 0 where nothing is relevant.
 */
export const normalisedGain = (
  ranked: readonly string[],
  judgements: Judgements,
  depth: number,
): number => {
  const discounted = (gains: readonly number[]): number =>
    gains.slice(0, depth).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const ideal = discounted(
    [...judgements.values()].filter((gain) => gain > 0).toSorted((a, b) => b - a),
  );
  if (ideal === 0) return 0;
  return discounted(ranked.map((id) => Math.max(0, judgements.get(id) ?? 0))) / ideal;
};

/** Share of the relevant documents among the first `depth`; 0 where nothing is relevant. */
export const recall = (
  ranked: readonly string[],
  judgements: Judgements,
  depth: number,
): number => {
  const relevant = [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const first = new Set(ranked.slice(0, depth));
  return relevant.filter((id) => first.has(id)).length / relevant.length;
};

/** The value below or at which `share` (0–1) of the values lie, nearest rank; 0 for none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[index] ?? 0;
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export type RankingScore = {
  readonly 'nDCG@10': number;
  readonly 'recall@10': number;
  readonly 'recall@100': number;
};

/** The three figures of one query. */
export const scoreRanking = (ranked: readonly string[], judgements: Judgements): RankingScore => ({
  'nDCG@10': normalisedGain(ranked, judgements, 10),
  'recall@10': recall(ranked, judgements, 10),
  'recall@100': recall(ranked, judgements, 100),
});

/** Means over queries; the standard error of the nDCG tells which differences mean something. */
export const meanScore = (
  scores: readonly RankingScore[],
): RankingScore & { readonly standardError: number } => {
  const gains = scores.map((score) => score['nDCG@10']);
  const centre = mean(gains);
  const variance = mean(gains.map((gain) => (gain - centre) ** 2));
  return {
    'nDCG@10': centre,
    'recall@10': mean(scores.map((score) => score['recall@10'])),
    'recall@100': mean(scores.map((score) => score['recall@100'])),
    standardError: scores.length === 0 ? 0 : Math.sqrt(variance / scores.length),
  };
};
