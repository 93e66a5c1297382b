/** A term of a question, as `analyzeQuery` gives it. */
type Term = { readonly term: string; readonly weight: number };

/**
 * The share (0–1) of a question's idf mass that the passages cover together: Σ weight × idf over terms
 * that occur in a passage ÷ over all terms. A term that no passage of the library holds counts with its
 * idf as well: who asks for something unknown is not covered. 0 for a question without terms.
 */
export const coverage = (
  queryTerms: readonly Term[],
  passagesTerms: readonly (readonly string[])[],
  idf: (term: string) => number,
): number => {
  const present = new Set(passagesTerms.flat());
  let all = 0;
  let covered = 0;
  for (const { term, weight } of queryTerms) {
    const mass = weight * Math.max(0, idf(term));
    all += mass;
    if (present.has(term)) covered += mass;
  }
  return all === 0 ? 0 : covered / all;
};

/** Inverse document frequency as BM25 has it (Lucene's form); `count` of `total` segments hold the term. */
export const inverseFrequency = (count: number, total: number): number =>
  Math.log(1 + (total - count + 0.5) / (count + 0.5));
