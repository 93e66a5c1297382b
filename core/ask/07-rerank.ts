import { Cancelled } from '#core/domain/errors.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { Reranker } from '#core/ports/reranker.ts';
import type { Candidate } from './05-gate.ts';

/** Passages that are rescored, and their length. Source: ask.md 07, starting values. */
const windowSize = 40;
const passageCharacters = 1_200;
const fusedWeight = 0.6;
const rerankWeight = 0.4;
const timeoutMs = 8_000;

export type Reranked = {
  readonly candidates: readonly Candidate[];
  readonly trace: Trace['rerank'];
  /** Best raw score as 0–1; null where nothing was rescored, or only against the rest of the window. */
  readonly best: number | null;
};

/** Rescores a window and mixes with the fused score; the tail keeps its order behind it. */
export const rerank = async (
  reranker: Reranker | null,
  query: string,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<Reranked> => {
  if (reranker === null || candidates.length === 0) {
    return { candidates, trace: { status: 'none', note: null }, best: null };
  }
  const window = candidates.slice(0, windowSize);
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const raw = await reranker.rerank(query, window.map(passageOf), within);
    if (!isLegal(raw, window.length)) throw new Error('the reranker gave scores that are none');
    const scores = normalise(reranker.scale, raw);
    const head = mix(window, scores);
    const trace = { status: 'applied', note: reranker.name } as const;
    // The best of a window is always 1 by min and max: it says nothing about relevance.
    const best = reranker.scale === 'logit' ? Math.max(...scores.map((score) => score ?? 0)) : null;
    return { candidates: [...head, ...candidates.slice(windowSize)], trace, best };
  } catch (error) {
    if (signal.aborted) throw new Cancelled('cancelled during rerank', { cause: error });
    const note = error instanceof Error ? error.message : String(error);
    return { candidates, trace: { status: 'failed', note }, best: null };
  }
};

const passageOf = ({ segment }: Candidate): string =>
  `${segment.type}\n${segment.header}\n${segment.body}`.slice(0, passageCharacters);

type Scores = readonly (number | null)[];

const isLegal = (raw: Scores, count: number): boolean =>
  raw.length === count && raw.every((score) => score === null || Number.isFinite(score));

const normalise = (scale: Reranker['scale'], raw: Scores): Scores => {
  const known = raw.filter((score) => score !== null);
  if (known.length === 0) throw new Error('the reranker scored nothing');
  if (scale === 'logit')
    return raw.map((score) => (score === null ? null : 1 / (1 + Math.exp(-score))));
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  return raw.map((score) => (score === null ? null : span === 0 ? 1 : (score - low) / span));
};

/** Without text there is nothing to score: a picture keeps its fused score whole. */
const mix = (window: readonly Candidate[], scores: Scores): readonly Candidate[] => {
  const highest = Math.max(...window.map(({ score }) => score));
  return window
    .map((candidate, index): Candidate => {
      const fused = candidate.score / highest;
      const rescored = candidate.segment.type === 'IMAGE_VISUAL' ? fused : (scores[index] ?? 0);
      return { ...candidate, score: fusedWeight * fused + rerankWeight * rescored };
    })
    .toSorted((a, b) => b.score - a.score);
};
