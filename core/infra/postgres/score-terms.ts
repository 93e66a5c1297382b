/** What BM25 needs to know of the whole index. */
export type TermStatistics = {
  /** By encoded term; terms that no row holds are missing. */
  readonly idf: ReadonlyMap<string, number>;
  /** Terms of a row, on average. */
  readonly averageLength: number;
};

export type TermsRow = { readonly segment_id: string; readonly terms: string };

/**
 * BM25 of a few rows, as the engine's own scan scores them (Lucene's form, without the query's repeated
 * terms counted once). `query` holds encoded terms, a heavier one several times. Best first.
 */
export const scoreTerms = (
  rows: readonly TermsRow[],
  query: readonly string[],
  { idf, averageLength }: TermStatistics,
  { k1, b }: { readonly k1: number; readonly b: number },
): readonly { readonly segment_id: string; readonly score: number }[] =>
  rows
    .map(({ segment_id, terms }) => {
      const all = terms.split(' ');
      const counts = new Map<string, number>();
      for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
      const norm = k1 * (1 - b + (b * all.length) / averageLength);
      const score = query.reduce((sum, term) => {
        const count = counts.get(term) ?? 0;
        return sum + ((idf.get(term) ?? 0) * count * (k1 + 1)) / (count + norm);
      }, 0);
      return { segment_id, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted(
      (one, other) => other.score - one.score || (one.segment_id < other.segment_id ? -1 : 1),
    );
