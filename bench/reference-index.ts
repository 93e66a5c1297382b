type Posting = { readonly passage: number; readonly frequency: number };

export type ReferenceIndex = {
  /** Best first; ties by order of adding. */
  readonly search: (
    query: readonly { readonly term: string; readonly weight: number }[],
    limit: number,
  ) => readonly { readonly id: string; readonly score: number }[];
  /** Inverse document frequency as in the ranking. */
  readonly idf: (term: string) => number;
};

/**
 * BM25 in Lucene's form, in memory: idf = ln(1 + (N − n + 0.5) / (n + 0.5)), term frequency
 * saturated by k1, length normalised by b. The yardstick for the engines, and for the analyzer alone.
 */
export const referenceIndex = (
  passages: readonly { readonly id: string; readonly terms: readonly string[] }[],
  { k1, b }: { readonly k1: number; readonly b: number } = { k1: 1.2, b: 0.75 },
): ReferenceIndex => {
  const postings = new Map<string, Posting[]>();
  for (const [passage, { terms }] of passages.entries()) {
    const frequencies = new Map<string, number>();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    for (const [term, frequency] of frequencies) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ passage, frequency }]);
      else list.push({ passage, frequency });
    }
  }
  const total = passages.reduce((sum, { terms }) => sum + terms.length, 0);
  const average = total / Math.max(1, passages.length);
  const norms = passages.map(({ terms }) => k1 * (1 - b + (b * terms.length) / average));
  const idf = (term: string): number => {
    const count = postings.get(term)?.length ?? 0;
    return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
  };
  return {
    idf,
    search: (query, limit) => {
      const scores = new Map<number, number>();
      for (const { term, weight } of query) {
        const mass = weight * idf(term);
        for (const { passage, frequency } of postings.get(term) ?? []) {
          const gain = (mass * frequency) / (frequency + (norms[passage] ?? k1));
          scores.set(passage, (scores.get(passage) ?? 0) + gain);
        }
      }
      return [...scores]
        .toSorted(([first, left], [second, right]) => right - left || first - second)
        .slice(0, limit)
        .map(([passage, score]) => ({ id: passages[passage]?.id ?? '', score }));
    },
  };
};
