import type { Answer, OutcomeReason } from '#core/domain/answer.ts';
import type { RunEffect, RunEvent } from '#core/domain/run-event.ts';
import type { Found, RunState, RunStatus } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';

type Result = readonly [RunState, readonly RunEffect[]];

/** One repair after the first refused reply. Source: ask.md 10. */
const maximumRejections = 1;
/** Attempts after which an ever interrupted run is given up. ◦ */
const maximumAttempts = 5;

/**
 * The fixed run, purely: (state, event) → [state, effects]. Exactly one `done`; after it no event is
 * legal and no effect follows. Throws on an illegal pair.
 */
export const runTransition = (state: RunState, event: RunEvent): Result => {
  if (state.kind === 'done') throw illegal(state, event);
  if (event.kind === 'claimed') return claimed(state, event);
  if (event.kind === 'failed') return end('FAILED', failedAnswer(state, event), traceOf(state));
  return state.kind === 'retrieving' ? retrieved(state, event) : answered(state, event);
};

/** A run that was killed goes on from what it had committed. */
const claimed = (state: RunState, event: Extract<RunEvent, { kind: 'claimed' }>): Result => {
  if (event.attempt > maximumAttempts) {
    const answer = failedAnswer(state, { outcome: 'GENERATION_FAILED', reason: 'interrupted' });
    return end('FAILED', answer, traceOf(state));
  }
  return state.kind === 'answering'
    ? [state, [{ kind: 'draft', found: state.found, rejected: state.rejected }]]
    : [state, [{ kind: 'retrieve' }]];
};

const retrieved = (state: RunState, event: RunEvent): Result => {
  switch (event.kind) {
    case 'evidence-found':
      return [
        { kind: 'answering', found: event.found, rejected: null },
        [{ kind: 'draft', found: event.found, rejected: null }],
      ];
    case 'cards-found':
      return end('COMPLETED', answerOf(event.found, 'ANSWERED', null), event.found.trace);
    case 'evidence-refused':
      return end(
        'COMPLETED',
        answerOf(event.found, 'NO_EVIDENCE', event.reason),
        event.found.trace,
      );
    case 'retrieval-failed':
      return end(
        'FAILED',
        answerOf(event.found, 'RETRIEVAL_FAILED', 'no_leg_answered'),
        event.found.trace,
      );
    case 'claimed':
    case 'failed':
    case 'answer-validated':
    case 'model-found-none':
    case 'draft-rejected':
    case 'model-failed':
      throw illegal(state, event);
  }
};

const answered = (state: Extract<RunState, { kind: 'answering' }>, event: RunEvent): Result => {
  if (!isAboutAnswer(event)) throw illegal(state, event);
  const { found, rejected } = state;
  switch (event.kind) {
    case 'answer-validated': {
      const { markdown, citations, type, trace } = event;
      const answer = { ...answerOf(found, 'ANSWERED', null), type, markdown, citations };
      return end('COMPLETED', answer, trace);
    }
    case 'model-found-none':
      return end(
        'COMPLETED',
        answerOf(found, 'NO_EVIDENCE', 'model_declared_no_evidence'),
        event.trace,
      );
    case 'draft-rejected': {
      const again = { draft: event.draft, why: event.why, count: (rejected?.count ?? 0) + 1 };
      const withTrace: Found = { ...found, trace: event.trace };
      if (again.count > maximumRejections) {
        return end('FAILED', answerOf(found, 'GENERATION_FAILED', event.reason), event.trace);
      }
      return [
        { kind: 'answering', found: withTrace, rejected: again },
        [{ kind: 'draft', found: withTrace, rejected: again }],
      ];
    }
    case 'model-failed':
      return end('FAILED', answerOf(found, 'GENERATION_FAILED', event.reason), event.trace);
  }
};

type AnswerEvent = Extract<
  RunEvent,
  { kind: 'answer-validated' | 'model-found-none' | 'draft-rejected' | 'model-failed' }
>;

const answerEvents: readonly RunEvent['kind'][] = [
  'answer-validated',
  'model-found-none',
  'draft-rejected',
  'model-failed',
];

const isAboutAnswer = (event: RunEvent): event is AnswerEvent => answerEvents.includes(event.kind);

const end = (status: RunStatus, answer: Answer, trace: Trace | null): Result => [
  { kind: 'done', status, answer, trace },
  [],
];

const answerOf = (
  found: Found,
  outcome: Answer['outcome'],
  reason: OutcomeReason | null,
): Answer => ({
  outcome,
  reason,
  type: null,
  markdown: '',
  citations: [],
  cards: found.cards,
  language: found.language,
  degraded: found.degraded,
  stillIndexing: found.stillIndexing,
});

const nothingFound: Pick<Found, 'cards' | 'language' | 'degraded' | 'stillIndexing'> = {
  cards: [],
  language: 'en',
  degraded: [],
  stillIndexing: null,
};

const failedAnswer = (
  state: RunState,
  { outcome, reason }: Pick<Answer, 'outcome' | 'reason'>,
): Answer => {
  const found = state.kind === 'answering' ? state.found : nothingFound;
  const { cards, language, degraded, stillIndexing } = found;
  return {
    outcome,
    reason,
    type: null,
    markdown: '',
    citations: [],
    cards,
    language,
    degraded,
    stillIndexing,
  };
};

const traceOf = (state: RunState): Trace | null =>
  state.kind === 'answering' ? state.found.trace : null;

const illegal = (state: RunState, event: RunEvent): Error =>
  new Error(`a run that is ${state.kind} cannot take the event ${event.kind}`);
