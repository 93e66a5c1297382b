import type { AnswerMode } from '#core/domain/answer.ts';
import type { Trace } from '#core/domain/trace.ts';

/** Below all of these at once, the evidence is too weak to ask a model about. */
export type Floors = {
  /** Best cosine of the question with a passage; null where no vector leg answered. */
  readonly cosine: number;
  /** Share of the question's idf mass that the best passages cover together. */
  readonly coverage: number;
};

/**
 * Starting values, not fitted to measurements yet. ◦ Absolute signals only: a fused score says nothing
 * about relevance.
 */
const floorsByMode: Readonly<Record<AnswerMode, Floors>> = {
  STRICT: { cosine: 0.35, coverage: 0.5 },
  SUMMARY: { cosine: 0.3, coverage: 0.4 },
  EXPLORE: { cosine: 0.2, coverage: 0.25 },
};

export type Signals = {
  readonly bestCosine: number | null;
  readonly coverage: number | null;
  /** 0–1, null where nothing was rescored. */
  readonly rerank: number | null;
};

/** Null: enough. Each signal that is there may carry the evidence on its own. */
export const refusalOf = (
  signals: Signals,
  mode: AnswerMode,
  profileFloor: number | null = null,
): Trace['signals']['refused'] => {
  const floors = floorsByMode[mode];
  const cosineFloor = profileFloor ?? floors.cosine;
  if (signals.bestCosine !== null && signals.bestCosine >= cosineFloor) return null;
  if (signals.coverage !== null && signals.coverage >= floors.coverage) return null;
  if (signals.rerank !== null && signals.rerank >= 0.5) return null;
  if (signals.bestCosine === null && signals.coverage === null) return null;
  return 'evidence_too_weak';
};
