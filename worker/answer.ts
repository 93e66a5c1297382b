import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import type { RunEvent } from '#core/domain/run-event.ts';
import type { Run, RunProgress, RunState } from '#core/domain/run.ts';
import type { Claim } from '#core/domain/work.ts';
import { runTransition } from '#core/run/run-transition.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import type { AnswerSteps } from './answer-steps.ts';

export type AnswerDependencies = {
  readonly runs: Pick<Runs, 'load' | 'commit' | 'finish'>;
  readonly steps: AnswerSteps;
  readonly wakeups: Pick<Wakeups, 'wake'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Least time between two commits of streamed text. ◦ */
const progressEveryMs = 300;

/**
 * One Run: decides purely, commits, performs, until it rests. What it finds out too late is dropped by
 * the sequence check: a cancel or another attempt was first.
 */
export const createAnswer =
  (dependencies: AnswerDependencies) =>
  async (claim: Claim, signal: AbortSignal): Promise<void> => {
    const { runs, clock, log } = dependencies;
    const startedMs = clock.elapsedMs();
    const run = await runs.load(claim);
    let [state, effects] = runTransition(run.state, { kind: 'claimed', attempt: claim.attempt });
    while (state.kind !== 'done') {
      await commit(dependencies, claim, state, '');
      const [effect] = effects;
      if (effect === undefined) throw new Error(`a run that is ${state.kind} waits for nothing`);
      const event = await perform(dependencies, { claim, run, state }, effect.kind, signal);
      signal.throwIfAborted();
      [state, effects] = runTransition(state, event);
    }
    await finish(dependencies, claim, state);
    log.info('answer', {
      runId: run.id,
      traceId: run.traceId,
      outcome: state.answer.outcome,
      reason: state.answer.reason,
      citations: state.answer.citations.length,
      modelCalls: state.trace?.modelCalls,
      tookMs: Math.round(clock.elapsedMs() - startedMs),
    });
  };

type At = { readonly claim: Claim; readonly run: Run; readonly state: LiveState };
type LiveState = Exclude<RunState, { kind: 'done' }>;

const phases: Readonly<Record<LiveState['kind'], RunProgress['phase']>> = {
  retrieving: 'searching',
  answering: 'answering',
};

const commit = async (
  { runs, wakeups }: AnswerDependencies,
  claim: Claim,
  state: LiveState,
  text: string,
): Promise<void> => {
  const repairing = state.kind === 'answering' && state.rejected !== null;
  const phase = repairing ? 'checking' : phases[state.kind];
  await runs.commit(claim, state, { phase, text });
  wakeups.wake('delivery');
};

/** An error that may pass goes to the pool, which hands the run back; any other ends it in a sentence. */
const perform = async (
  dependencies: AnswerDependencies,
  { claim, run, state }: At,
  effect: 'retrieve' | 'draft',
  signal: AbortSignal,
): Promise<RunEvent> => {
  const { steps, log } = dependencies;
  try {
    if (effect === 'retrieve') return await steps.retrieve(run, signal);
    if (state.kind !== 'answering') throw new Error('a draft needs evidence');
    const stream = streaming(dependencies, claim, state);
    try {
      return await steps.draft(run, state, stream.push, signal);
    } finally {
      await stream.settled();
    }
  } catch (error) {
    const passes =
      error instanceof Retryable || error instanceof Stale || error instanceof Cancelled;
    if (signal.aborted || passes) throw error;
    log.error('answer-failed', {
      runId: run.id,
      message: error instanceof Error ? error.message : String(error),
    });
    const outcome = effect === 'retrieve' ? 'RETRIEVAL_FAILED' : 'GENERATION_FAILED';
    return { kind: 'failed', outcome, reason: 'internal' };
  }
};

/**
 * Commits the latest streamed text now and then; a newer one overtakes what was not committed yet, and
 * what came last is committed even where the model says no more for a while.
 */
const streaming = (dependencies: AnswerDependencies, claim: Claim, state: LiveState) => {
  const { clock } = dependencies;
  const over = new AbortController();
  let latest: string | null = null;
  let committing: Promise<void> | null = null;
  let lastMs = -Infinity;
  let lost: unknown = null;
  const commitLatest = async (): Promise<void> => {
    while (latest !== null) {
      const early = progressEveryMs - (clock.elapsedMs() - lastMs);
      if (early > 0) await clock.sleep(early, over.signal);
      // The draft may have ended meanwhile.
      const text: string | null = over.signal.aborted ? null : latest;
      if (text === null) return;
      latest = null;
      lastMs = clock.elapsedMs();
      await commit(dependencies, claim, state, text);
    }
  };
  return {
    push: (text: string): void => {
      latest = text;
      committing ??= commitLatest()
        .catch((error: unknown) => {
          lost = error;
        })
        .finally(() => {
          committing = null;
        });
    },
    /** Progress may be dropped, but a lost lease ends the attempt. */
    settled: async (): Promise<void> => {
      latest = null;
      over.abort();
      await committing;
      if (lost instanceof Stale) throw lost;
    },
  };
};

/** A document that was forgotten since it was cited takes the answer with it. */
const finish = async (
  { runs, wakeups }: AnswerDependencies,
  claim: Claim,
  done: Extract<RunState, { kind: 'done' }>,
): Promise<void> => {
  try {
    await runs.finish(claim, done);
  } catch (error) {
    if (!(error instanceof Terminal) || error.code !== 'document_deleted') throw error;
    await runs.finish(claim, withoutAnswer(done));
  }
  wakeups.wake('delivery');
  wakeups.wake('run');
};

const withoutAnswer = (
  done: Extract<RunState, { kind: 'done' }>,
): Extract<RunState, { kind: 'done' }> => ({
  ...done,
  answer: {
    ...done.answer,
    outcome: 'NO_EVIDENCE',
    reason: 'document_deleted',
    type: null,
    markdown: '',
    citations: [],
    cards: [],
  },
  trace: done.trace === null ? null : { ...done.trace, passages: {} },
});
