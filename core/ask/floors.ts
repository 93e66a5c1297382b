import type { AnswerMode } from '#core/domain/answer.ts';
import type { EmbeddingProfile } from '#core/domain/embedding.ts';
import type { Trace } from '#core/domain/trace.ts';

/**
 * What a question's words weigh beside the cosine: support = cosine + 0.4 × coverage tells answerable
 * from unanswerable questions better than either alone (bench/README.md, "Refusal").
 */
const coverageWeight = 0.4;
/** For a question whose words tell nothing. ◦ */
const unknownCoverage = 0.5;

/**
 * Coverage from which words alone carry the evidence, where no fitted cosine tells. The strict one by
 * `npm run bench:refusal` on xquad/zh (bench/README.md, "Refusal").
 */
const coverageFloors: Readonly<Record<AnswerMode, number>> = {
  STRICT: 0.24,
  SUMMARY: 0.2,
  EXPLORE: 0.12,
};

/** What models for which nothing was fitted give to texts that have nothing in common. ◦ */
const unfittedCosine = 0.2;

/** Calibrated rerank scores pass from the middle. ◦ */
const rerankFloor = 0.5;

/** Absolute signals only: a fused score says nothing about relevance. */
export type Signals = {
  /** Best cosine of the question with a passage; null where no vector leg answered. */
  readonly bestCosine: number | null;
  /** Share (0–1) of the question's idf mass that the best passage holds; null without words. */
  readonly coverage: number | null;
  /** A name with digits of the question ("F-14") stands in a passage: few know it who mean something else. */
  readonly nameFound: boolean;
  /** 0–1, null where nothing was rescored by a calibrated model. */
  readonly rerank: number | null;
};

/**
 * Null: enough to ask a model about. With a cosine of a model that floors were fitted for, cosine and
 * words are weighed together; else either carries alone. What cannot be measured is never refused.
 */
export const refusalOf = (
  signals: Signals,
  mode: AnswerMode,
  supportFloors: EmbeddingProfile['supportFloors'],
): Trace['signals']['refused'] => {
  const { bestCosine, coverage, nameFound, rerank } = signals;
  const unmeasured = bestCosine === null && coverage === null;
  if (unmeasured || nameFound || (rerank ?? 0) >= rerankFloor) return null;
  const enough =
    bestCosine !== null && supportFloors !== null
      ? supportOf(bestCosine, coverage) >= supportFloors[mode]
      : (bestCosine ?? 0) >= unfittedCosine || (coverage ?? 0) >= coverageFloors[mode];
  return enough ? null : 'evidence_too_weak';
};

const supportOf = (cosine: number, coverage: number | null): number =>
  cosine + coverageWeight * (coverage ?? unknownCoverage);
