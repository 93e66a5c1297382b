import { detectLanguage } from '#core/text/analysis/detect-language.ts';
import type { OutcomeReason, StillIndexing } from '#core/domain/answer.ts';
import type { Found } from '#core/domain/run.ts';
import type { Scope } from '#core/domain/scope.ts';
import type { Trace } from '#core/domain/trace.ts';
import { resolveScope } from './01-scope.ts';
import { rewrite } from './02-rewrite.ts';
import type { Rewritten } from './02-rewrite.ts';
import type { Recall } from './03-recall.ts';
import type { Candidate } from './05-gate.ts';
import { choosePassages, coverageOf, holdsName, registerEvidence } from './08-evidence.ts';
import { emptyTrace, passagesOf } from './find-trace.ts';
import { refusalOf } from './floors.ts';
import { resultCards } from './result-cards.ts';
import { retrieve } from './retrieve.ts';
import type { Retrieved, Search } from './retrieve.ts';
import type { AskDependencies, Question } from './question.ts';

/** Steps 01–08 of one question: evidence, or why there is none. */
export type Finding =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'refused'; readonly reason: OutcomeReason; readonly found: Found }
  | { readonly kind: 'failed'; readonly reason: 'no_leg_answered'; readonly found: Found };

/** Milliseconds of each step, by its name. */
type Timings = Record<string, number>;

/** Finds what a model may see. `search` stops before refusing: cards alone need no floor. */
export const findEvidence = async (
  dependencies: AskDependencies,
  question: Question,
  signal: AbortSignal,
): Promise<Finding> => {
  const timings: Timings = {};
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const startedMs = dependencies.clock.elapsedMs();
    try {
      return await work();
    } finally {
      timings[step] = (timings[step] ?? 0) + dependencies.clock.elapsedMs() - startedMs;
    }
  };
  const step = await timed('scope', () => resolveScope(dependencies, question));
  const language = detectLanguage(question.text);
  const blank = emptyTrace(question, step.scope);
  if (step.kind === 'empty') {
    const stillIndexing = stillIndexingOf(step.scope);
    const found = { evidence: [], cards: [], degraded: [], stillIndexing, language };
    return { kind: 'refused', reason: step.reason, found: { ...found, trace: blank } };
  }
  const rewritten = await timed('rewrite', () => rewrite(dependencies.model, question, signal));
  const search = { dependencies, question, rewritten, language, signal, timed };
  const retrieved = await retrieve(search, step.scope);
  const trace = { ...traceOf(blank, rewritten, retrieved), timingsMs: timings };
  return conclude(search, step.scope, retrieved, trace);
};

const traceOf = (blank: Trace, rewritten: Rewritten, retrieved: Retrieved): Trace => ({
  ...blank,
  query: rewritten.query,
  keywords: rewritten.keywords,
  rewrite: rewritten.how,
  modelCalls: rewritten.modelCalls,
  tokens: rewritten.tokens,
  legs: retrieved.recalled.legs,
  fused: retrieved.fused,
  gated: retrieved.gated.dropped,
  rerank: retrieved.reranked.trace,
  passages: passagesOf(retrieved.reranked.candidates),
});

/** Step 08: evidence and cards, or a refusal on absolute signals before any model call. */
const conclude = async (
  { dependencies, question, rewritten, language, timed }: Search,
  scope: Scope,
  retrieved: Retrieved,
  trace: Trace,
): Promise<Finding> => {
  const { recalled, reranked } = retrieved;
  const degraded = [
    ...recalled.degraded,
    ...(rewritten.how === 'failed' ? ['rewrite'] : []),
    ...(reranked.trace.status === 'failed' ? ['rerank'] : []),
  ];
  const stillIndexing = stillIndexingOf(scope);
  const nothing = { evidence: [], cards: [], degraded, stillIndexing, language, trace };
  if (recalled.legs.every(({ status }) => status !== 'answered')) {
    const asked = recalled.legs.some(({ status }) => status === 'failed');
    return asked
      ? { kind: 'failed', reason: 'no_leg_answered', found: nothing }
      : { kind: 'refused', reason: 'no_grounding_passage', found: nothing };
  }
  const chosen = choosePassages(reranked.candidates);
  if (chosen.length === 0) {
    // With a leg missing nobody can say that the documents hold nothing.
    return degraded.includes('keyword') || degraded.includes('vector')
      ? { kind: 'failed', reason: 'no_leg_answered', found: nothing }
      : { kind: 'refused', reason: 'no_grounding_passage', found: nothing };
  }
  const { workspaceId, mode } = question;
  return timed('evidence', async () => {
    const bestCosine = bestCosineOf(recalled, reranked.candidates);
    const texts = [question.text, rewritten.query];
    const covered = await coverageOf(dependencies, workspaceId, texts, chosen.slice(0, 1));
    const nameFound = holdsName(question.text, chosen);
    const signals = { bestCosine, coverage: covered, nameFound, rerank: reranked.best };
    const refused = refusalOf(signals, mode, dependencies.embedder.profile.supportFloors);
    const shown = refused === null ? chosen : [];
    const evidence = await registerEvidence(dependencies, workspaceId, rewritten.query, shown);
    const cited = new Set(evidence.map(({ segmentId }) => segmentId));
    const found: Found = {
      evidence,
      cards: resultCards(rewritten.query, reranked.candidates, cited, dependencies.ids),
      degraded,
      stillIndexing,
      language,
      trace: {
        ...trace,
        evidence: [...cited],
        signals: { bestCosine, coverage: covered, nameFound, refused },
      },
    };
    return refused === null
      ? { kind: 'found', found }
      : { kind: 'refused', reason: 'evidence_too_weak', found };
  });
};

/** The cosine of the best passage that survived the gate. */
const bestCosineOf = (recalled: Recall, candidates: readonly Candidate[]): number | null => {
  const vector = recalled.legs.find(({ leg, status }) => leg === 'vector' && status === 'answered');
  if (vector === undefined) return null;
  const confirmed = new Set(candidates.map(({ segment }) => segment.id));
  const hit = vector.hits.find(({ segmentId }) => confirmed.has(segmentId));
  return hit?.score ?? null;
};

const stillIndexingOf = ({ indexing, documents }: Scope): StillIndexing | null =>
  indexing === 0 ? null : { files: indexing, of: indexing + documents.length };
