import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#core/domain/run-event.ts';
import type { Found, RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import { runTransition } from './run-transition.ts';

const trace: Trace = {
  question: 'q',
  query: 'q',
  keywords: [],
  rewrite: 'none',
  scope: { request: { kind: 'library' }, documents: 1 },
  legs: [],
  fused: [],
  gated: [],
  rerank: { status: 'none', note: null },
  evidence: [],
  signals: { bestCosine: null, coverage: null, nameFound: false, refused: null },
  passages: {},
  promptVersion: null,
  model: null,
  modelCalls: 0,
  tokens: { input: 0, output: 0 },
  validationErrors: [],
  timingsMs: {},
};
const found: Found = {
  evidence: [],
  cards: [],
  degraded: ['vector'],
  stillIndexing: null,
  language: 'zh',
  trace,
};
const rejection: RunEvent = {
  kind: 'draft-rejected',
  reason: 'missing_citation',
  draft: '{}',
  why: 'no citation.',
  trace,
};
const events: readonly RunEvent[] = [
  { kind: 'claimed', attempt: 1 },
  { kind: 'claimed', attempt: 6 },
  { kind: 'evidence-found', found },
  { kind: 'cards-found', found },
  { kind: 'evidence-refused', reason: 'evidence_too_weak', found },
  { kind: 'retrieval-failed', found },
  { kind: 'answer-validated', type: 'KNOWLEDGE', markdown: 'm', citations: [], trace },
  { kind: 'model-found-none', trace },
  rejection,
  { kind: 'model-failed', reason: 'model_unavailable', trace },
  { kind: 'failed', outcome: 'GENERATION_FAILED', reason: 'internal' },
];
const start: RunState = { kind: 'retrieving' };
const after = (...given: readonly RunEvent[]): RunState =>
  given.reduce<RunState>((state, event) => runTransition(state, event)[0], start);
const outcomeAfter = (...given: readonly RunEvent[]) => {
  const state = after(...given);
  if (state.kind !== 'done') throw new Error(`still ${state.kind}`);
  return [state.status, state.answer.outcome, state.answer.reason];
};
const found1: RunEvent = { kind: 'evidence-found', found };

describe('a fixed run', () => {
  it('tells no evidence, a failed search and a failed model apart', () => {
    expect(outcomeAfter({ kind: 'evidence-refused', reason: 'evidence_too_weak', found })).toEqual([
      'COMPLETED',
      'NO_EVIDENCE',
      'evidence_too_weak',
    ]);
    expect(outcomeAfter({ kind: 'retrieval-failed', found })).toEqual([
      'FAILED',
      'RETRIEVAL_FAILED',
      'no_leg_answered',
    ]);
    expect(
      outcomeAfter(found1, { kind: 'model-failed', reason: 'model_unavailable', trace }),
    ).toEqual(['FAILED', 'GENERATION_FAILED', 'model_unavailable']);
    expect(outcomeAfter(found1, { kind: 'model-found-none', trace })).toEqual([
      'COMPLETED',
      'NO_EVIDENCE',
      'model_declared_no_evidence',
    ]);
  });

  it('repairs one refused draft with its exact error, and gives up at the second', () => {
    const once = runTransition(after(found1), rejection);
    expect(once[1]).toEqual([
      { kind: 'draft', found, rejected: { draft: '{}', why: 'no citation.', count: 1 } },
    ]);
    expect(outcomeAfter(found1, rejection, rejection)).toEqual([
      'FAILED',
      'GENERATION_FAILED',
      'missing_citation',
    ]);
  });

  it('goes on from its evidence when it was killed while answering', () => {
    const [state, effects] = runTransition(after(found1), { kind: 'claimed', attempt: 2 });
    expect(state.kind).toBe('answering');
    expect(effects).toEqual([{ kind: 'draft', found, rejected: null }]);
  });

  it('is given up after too many interruptions, and keeps its language', () => {
    expect(outcomeAfter(found1, { kind: 'claimed', attempt: 6 })).toEqual([
      'FAILED',
      'GENERATION_FAILED',
      'interrupted',
    ]);
  });

  it('keeps what was found beside an answer that failed', () => {
    const state = after(found1, { kind: 'model-failed', reason: 'model_unavailable', trace });
    expect(state).toMatchObject({
      answer: { degraded: ['vector'], stillIndexing: null, language: 'zh' },
    });
  });
});

/** Follows every legal event from every state that can be reached, up to a depth. */
const walk = (state: RunState, depth: number, visit: (state: RunState) => void): void => {
  visit(state);
  if (depth === 0) return;
  for (const event of events) {
    let next: RunState;
    try {
      [next] = runTransition(state, event);
    } catch {
      continue;
    }
    walk(next, depth - 1, visit);
  }
};

describe('every reachable state of a fixed run', () => {
  const reached: RunState[] = [];
  walk(start, 4, (state) => reached.push(state));
  const done = reached.filter(({ kind }) => kind === 'done');
  const live = reached.filter(({ kind }) => kind !== 'done');

  it('takes no event and has no effect once it is done', () => {
    expect(done.length).toBeGreaterThan(20);
    for (const state of done) {
      for (const event of events) expect(() => runTransition(state, event)).toThrow(/done/);
    }
  });

  it('can be ended while it is live', () => {
    const failure: RunEvent = { kind: 'failed', outcome: 'GENERATION_FAILED', reason: 'internal' };
    for (const state of live) {
      const [ended, effects] = runTransition(state, failure);
      expect([ended.kind, effects.length]).toEqual(['done', 0]);
    }
  });
});
