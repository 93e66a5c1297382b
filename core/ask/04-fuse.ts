import type { LegName, LegTrace, Trace } from '#core/domain/trace.ts';

/** Share of each leg, of those that answered. Fitted in bench/README.md, "Fusion". */
export const legWeights: Readonly<Record<LegName, number>> = {
  keyword: 1,
  vector: 1,
  picture: 0.5,
};

export type Fused = Trace['fused'][number];

/**
 * Convex combination of the legs' scores, each as a share of the leg's best (0 is the least that BM25
 * gives, and what a cosine that says nothing comes to): 1 is best in every leg that found anything.
 * Source: Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023;
 * better than reciprocal ranks on all sets of bench/README.md. Ties: more legs, then id.
 */
export const fuse = (
  legs: readonly LegTrace[],
  weights: Readonly<Record<LegName, number>> = legWeights,
): readonly Fused[] => {
  const found = legs.filter(({ hits }) => hits.some(({ score }) => score > 0));
  const total = found.reduce((sum, { leg }) => sum + weights[leg], 0);
  const sums = new Map<string, { score: number; legs: LegName[] }>();
  for (const { leg, hits } of found) {
    const best = Math.max(...hits.map(({ score }) => score));
    for (const { segmentId, score } of hits) {
      const sum = sums.get(segmentId) ?? { score: 0, legs: [] };
      sum.score += (weights[leg] / total) * (Math.max(0, score) / best);
      sum.legs.push(leg);
      sums.set(segmentId, sum);
    }
  }
  return [...sums]
    .toSorted(
      ([idA, a], [idB, b]) =>
        b.score - a.score || b.legs.length - a.legs.length || (idA < idB ? -1 : 1),
    )
    .map(([segmentId, { score, legs: of }]) => ({ segmentId, score, legs: of }));
};
