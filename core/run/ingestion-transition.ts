import type { IngestionStage } from '#core/domain/ingestion.ts';
import type {
  IngestionEffect,
  IngestionEvent,
  IngestionState,
  IngestionStep,
  StepFailure,
} from '#core/domain/ingestion-step.ts';

/** Source: ingest.md, "Stages": a transient error is tried five times more. */
export const mostAttempts = 6;

/** Before try 2, 3, …; a fifth more or less by chance, so that files do not come back together. ◦ */
const retryDelaysMs = [2_000, 8_000, 30_000, 120_000, 480_000] as const;
const jitterShare = 0.2;
const longestDelayMs = 15 * 60_000;

type Outcome = readonly [IngestionState, readonly IngestionEffect[]];

/**
 * What an attempt does first. From PARSED on it segments anew: a generation belongs to the attempt
 * that allocated it, while the stored parse and the vectors of unchanged text are reused.
 */
const firstStep = (stage: IngestionStage): IngestionStep => {
  switch (stage) {
    case 'RECEIVED':
      return 'download';
    case 'DOWNLOADED':
      return 'parse';
    case 'PARSED':
    case 'SEGMENTED':
    case 'EMBEDDED':
    case 'INDEXED':
      return 'segment';
  }
};

/** Steps that leave a mark on the row, with the stage that they reach. `download` commits its own. */
const reached = {
  parsed: ['PARSED', 'segment'],
  segmented: ['SEGMENTED', 'embed'],
  embedded: ['EMBEDDED', 'index'],
  indexed: ['INDEXED', 'activate'],
} as const satisfies Record<string, readonly [IngestionStage, IngestionStep]>;

const perform = (step: IngestionStep): IngestionEffect => ({ kind: 'perform', step });

const delayOf = (attempt: number, afterMs: number | null, jitter: number): number => {
  const grown = retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? retryDelaysMs[0];
  // A named delay is the least: coming back earlier would be refused again.
  const spread =
    afterMs === null ? 1 - jitterShare + 2 * jitterShare * jitter : 1 + jitterShare * jitter;
  return Math.round(Math.min(longestDelayMs, (afterMs ?? grown) * spread));
};

const fail = (
  { stage, attempt }: Extract<IngestionState, { readonly kind: 'working' }>,
  { isPermanent, code, message, afterMs }: StepFailure,
  jitter: number,
): Outcome =>
  isPermanent || attempt >= mostAttempts
    ? [{ kind: 'over', verdict: 'failed' }, [{ kind: 'finish', failure: { stage, code, message } }]]
    : [
        { kind: 'over', verdict: 'deferred' },
        [{ kind: 'defer', afterMs: delayOf(attempt, afterMs, jitter) }],
      ];

const claim = (stage: IngestionStage, attempt: number): Outcome => {
  if (attempt <= mostAttempts) {
    return [{ kind: 'working', stage, attempt }, [perform(firstStep(stage))]];
  }
  // Attempts that never reported an end took their process with them: once more would, too.
  const message = `interrupted ${attempt - 1} times`;
  return [
    { kind: 'over', verdict: 'failed' },
    [{ kind: 'finish', failure: { stage, code: 'INTERNAL', message } }],
  ];
};

const advance = (
  state: Extract<IngestionState, { readonly kind: 'working' }>,
  event: Exclude<IngestionEvent, { readonly kind: 'claimed' }>,
): Outcome => {
  switch (event.kind) {
    case 'downloaded':
      return event.commit === 'skipped'
        ? [{ kind: 'over', verdict: 'skipped' }, []]
        : [{ ...state, stage: 'DOWNLOADED' }, [perform('parse')]];
    case 'parsed':
    case 'segmented':
    case 'embedded':
    case 'indexed': {
      const [stage, step] = reached[event.kind];
      return [{ ...state, stage }, [{ kind: 'commit-stage', stage }, perform(step)]];
    }
    case 'activated':
      return [{ kind: 'over', verdict: event.result === 'activated' ? 'ready' : 'discarded' }, []];
    case 'step-failed':
      return fail(state, event.failure, event.jitter);
  }
};

/** The next state of one attempt at an ingestion, and what to do about it. An attempt that is over stays so. */
export const ingestionTransition = (state: IngestionState, event: IngestionEvent): Outcome => {
  switch (state.kind) {
    case 'claimed':
      return event.kind === 'claimed' ? claim(event.stage, event.attempt) : [state, []];
    case 'working':
      return event.kind === 'claimed' ? [state, []] : advance(state, event);
    case 'over':
      return [state, []];
  }
};
