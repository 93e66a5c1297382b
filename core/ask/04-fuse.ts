import type { LegHit, LegName, LegTrace, Trace } from '#core/domain/trace.ts';

/** Rank constant of reciprocal rank fusion. Source: Cormack, Clarke, Büttcher, SIGIR 2009. */
const rankConstant = 60;

/** Weight of each leg: starting values, not fitted to measurements yet. ◦ */
export const legWeights: Readonly<Record<LegName, number>> = {
  keyword: 1,
  vector: 1,
  picture: 0.5,
};

export type Fused = Trace['fused'][number];

/**
 * Reciprocal rank fusion: Σ weight / (60 + rank). Ties: more legs, then the better raw score, then id.
 */
export const fuse = (
  legs: readonly LegTrace[],
  weights: Readonly<Record<LegName, number>> = legWeights,
): readonly Fused[] => {
  const sums = new Map<string, { score: number; legs: LegName[]; best: number }>();
  for (const { leg, hits } of legs) {
    for (const hit of hits) {
      const sum = sums.get(hit.segmentId) ?? { score: 0, legs: [], best: -Infinity };
      sum.score += contribution(hit, weights[leg]);
      sum.legs.push(leg);
      sum.best = Math.max(sum.best, hit.score);
      sums.set(hit.segmentId, sum);
    }
  }
  return [...sums]
    .toSorted(
      ([idA, a], [idB, b]) =>
        b.score - a.score ||
        b.legs.length - a.legs.length ||
        b.best - a.best ||
        (idA < idB ? -1 : 1),
    )
    .map(([segmentId, { score, legs: found }]) => ({ segmentId, score, legs: found }));
};

const contribution = ({ rank }: LegHit, weight: number): number => weight / (rankConstant + rank);
