import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import type {
  IngestionEffect,
  IngestionEvent,
  IngestionState,
  IngestionStep,
  StepFailure,
} from '#core/domain/ingestion-step.ts';
import type { Claim } from '#core/domain/work.ts';
import { ingestionTransition } from '#core/run/ingestion-transition.ts';
import type { Log } from '#core/ports/log.ts';
import type { Work } from '#core/ports/work.ts';
import { ingestSteps } from './ingest-steps.ts';
import type { Attempt, IngestPorts } from './ingest-steps.ts';

export type IngestDependencies = IngestPorts & {
  readonly work: Pick<Work, 'defer'>;
  readonly log: Log;
  /** From 0 to 1, to spread retries. */
  readonly random: () => number;
};

/** What an error without a verdict is called, by the step that it came from. */
const unexpectedCodes: Readonly<Record<IngestionStep, string>> = {
  download: 'DOWNLOAD_FAILED',
  parse: 'INTERNAL',
  segment: 'INTERNAL',
  embed: 'EMBEDDING_FAILED',
  index: 'INDEX_UNAVAILABLE',
  activate: 'INTERNAL',
};

/**
 * One attempt at one ingestion: decides purely, commits, acts, until the item rests. Rejects when the
 * attempt was interrupted (cancelled, lost, process stopping); then it may neither write nor end the row.
 */
export const createIngest =
  (dependencies: IngestDependencies) =>
  async (claim: Claim, signal: AbortSignal): Promise<void> => {
    const ingestion = await dependencies.ingestions.load(claim);
    const attempt: Attempt = {
      claim,
      signal,
      ingestion,
      parsed: null,
      version: null,
      segments: [],
      embedded: 0,
    };
    const timings: Partial<Record<IngestionStep, number>> = {};
    let state: IngestionState = { kind: 'claimed' };
    let event: IngestionEvent | null = {
      kind: 'claimed',
      stage: ingestion.stage,
      attempt: claim.attempt,
    };
    let failure: StepFailure | null = null;
    while (event !== null) {
      if (event.kind === 'step-failed') failure = event.failure;
      const [next, effects]: ReturnType<typeof ingestionTransition> = ingestionTransition(
        state,
        event,
      );
      state = next;
      event = await carryOut(dependencies, attempt, effects, timings);
    }
    record(dependencies.log, attempt, state, failure, timings);
  };

/** Effects in order; the one that performs a step comes last and tells what happened. */
const carryOut = async (
  dependencies: IngestDependencies,
  attempt: Attempt,
  effects: readonly IngestionEffect[],
  timings: Partial<Record<IngestionStep, number>>,
): Promise<IngestionEvent | null> => {
  const { ingestions, work, clock } = dependencies;
  const { claim } = attempt;
  for (const effect of effects) {
    attempt.signal.throwIfAborted();
    switch (effect.kind) {
      case 'commit-stage':
        await ingestions.commitProgress(claim, effect.stage, { done: 0, total: 0 });
        break;
      case 'defer':
        await work.defer(claim, effect.afterMs);
        break;
      case 'finish':
        await ingestions.finish(claim, { status: 'FAILED', failure: effect.failure });
        break;
      case 'perform': {
        const startedMs = clock.elapsedMs();
        try {
          return await ingestSteps[effect.step](dependencies, attempt);
        } catch (error) {
          return judge(attempt.signal, effect.step, error, dependencies.random());
        } finally {
          timings[effect.step] = Math.round(clock.elapsedMs() - startedMs);
        }
      }
    }
  }
  return null;
};

/** An interrupted attempt stops here; every other error is a verdict on the step. */
const judge = (
  signal: AbortSignal,
  step: IngestionStep,
  error: unknown,
  jitter: number,
): IngestionEvent => {
  if (signal.aborted || error instanceof Stale || error instanceof Cancelled) throw error;
  return { kind: 'step-failed', failure: failureOf(step, error), jitter };
};

const failureOf = (step: IngestionStep, error: unknown): StepFailure => {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Terminal) {
    return { isPermanent: true, code: error.code, message, afterMs: null };
  }
  if (error instanceof Retryable) {
    return { isPermanent: false, code: error.code, message, afterMs: error.afterMs ?? null };
  }
  return { isPermanent: false, code: unexpectedCodes[step], message, afterMs: null };
};

const record = (
  log: Log,
  { claim, ingestion, parsed, version, segments, embedded }: Attempt,
  state: IngestionState,
  failure: StepFailure | null,
  timings: Partial<Record<IngestionStep, number>>,
): void => {
  const durations = Object.entries(timings).map(([step, ms]) => [`${step}Ms`, ms] as const);
  log.info('ingestion', {
    id: claim.id,
    workspaceId: claim.workspaceId,
    documentId: ingestion.document?.id ?? null,
    generation: version?.generation ?? null,
    attempt: claim.attempt,
    verdict: state.kind === 'over' ? state.verdict : 'interrupted',
    code: failure?.code ?? null,
    pages: parsed?.pageCount ?? null,
    segments: segments.length,
    embedded,
    ...Object.fromEntries(durations),
  });
};
