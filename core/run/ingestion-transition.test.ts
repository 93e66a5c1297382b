import { describe, expect, it } from 'vitest';
import { ingestionStages } from '#core/domain/ingestion.ts';
import type { IngestionStage } from '#core/domain/ingestion.ts';
import type { IngestionEvent, IngestionState, StepFailure } from '#core/domain/ingestion-step.ts';
import { ingestionTransition, mostAttempts } from './ingestion-transition.ts';

const working = (stage: IngestionStage, attempt = 1): IngestionState => ({
  kind: 'working',
  stage,
  attempt,
});
const claimed = (stage: IngestionStage, attempt = 1): IngestionEvent => ({
  kind: 'claimed',
  stage,
  attempt,
});
const transient: StepFailure = { isPermanent: false, code: 'X', message: 'm', afterMs: null };
const failed = (failure: Partial<StepFailure>, jitter = 0.5): IngestionEvent => ({
  kind: 'step-failed',
  failure: { ...transient, ...failure },
  jitter,
});
const after = (attempt: number, failure: Partial<StepFailure>, jitter?: number) =>
  ingestionTransition(working('DOWNLOADED', attempt), failed(failure, jitter))[1];

describe('an ingestion', () => {
  it('goes from step to step and commits each stage before the next begins', () => {
    const events: readonly IngestionEvent[] = [
      claimed('RECEIVED'),
      { kind: 'downloaded', commit: 'proceed' },
      { kind: 'parsed' },
      { kind: 'segmented' },
      { kind: 'embedded' },
      { kind: 'indexed' },
      { kind: 'activated', result: 'activated' },
    ];
    const log: string[] = [];
    const end = events.reduce<IngestionState>(
      (state, event) => {
        const [next, effects] = ingestionTransition(state, event);
        for (const effect of effects) {
          if (effect.kind === 'commit-stage') log.push(effect.stage);
          if (effect.kind === 'perform') log.push(effect.step);
        }
        return next;
      },
      { kind: 'claimed' },
    );
    expect(log.join(' ')).toBe(
      'download parse PARSED segment SEGMENTED embed EMBEDDED index INDEXED activate',
    );
    expect(end).toEqual({ kind: 'over', verdict: 'ready' });
  });

  it.each([
    ['RECEIVED', 'download'],
    ['DOWNLOADED', 'parse'],
    ['PARSED', 'segment'],
    ['SEGMENTED', 'segment'],
    ['EMBEDDED', 'segment'],
    ['INDEXED', 'segment'],
  ] as const)('killed after %s goes on with %s', (stage, step) => {
    const [state, effects] = ingestionTransition({ kind: 'claimed' }, claimed(stage, 2));
    expect(state).toEqual(working(stage, 2));
    expect(effects).toEqual([{ kind: 'perform', step }]);
  });

  it('ends without a word of its own where the same content was there first', () => {
    const event: IngestionEvent = { kind: 'downloaded', commit: 'skipped' };
    expect(ingestionTransition(working('RECEIVED'), event)).toEqual([
      { kind: 'over', verdict: 'skipped' },
      [],
    ]);
  });

  it('ends at once with stage and code on a permanent error', () => {
    expect(after(1, { isPermanent: true, code: 'PASSWORD_REQUIRED' })).toEqual([
      {
        kind: 'finish',
        failure: { stage: 'DOWNLOADED', code: 'PASSWORD_REQUIRED', message: 'm' },
      },
    ]);
  });

  it('is tried five times more on a transient error, later each time, and then fails', () => {
    const delays = Array.from({ length: mostAttempts - 1 }, (_, index) => after(index + 1, {}));
    expect(
      delays.flat().map((effect) => (effect.kind === 'defer' ? effect.afterMs : null)),
    ).toEqual([2_000, 8_000, 30_000, 120_000, 480_000]);
    expect(after(mostAttempts, {})).toMatchObject([{ kind: 'finish', failure: { code: 'X' } }]);
  });

  it('spreads its retries, and never comes back before the delay that was named', () => {
    expect(after(1, {}, 0)).toEqual([{ kind: 'defer', afterMs: 1_600 }]);
    expect(after(1, {}, 1)).toEqual([{ kind: 'defer', afterMs: 2_400 }]);
    expect(after(1, { afterMs: 60_000 }, 0)).toEqual([{ kind: 'defer', afterMs: 60_000 }]);
    expect(after(1, { afterMs: 60_000 }, 1)).toEqual([{ kind: 'defer', afterMs: 72_000 }]);
  });

  it.each(ingestionStages)(
    'that took its process with it again and again ends, at %s too',
    (stage) => {
      const [, effects] = ingestionTransition(
        { kind: 'claimed' },
        claimed(stage, mostAttempts + 1),
      );
      expect(effects).toMatchObject([{ kind: 'finish', failure: { stage, code: 'INTERNAL' } }]);
    },
  );

  it('that is over does nothing more', () => {
    const over: IngestionState = { kind: 'over', verdict: 'ready' };
    expect(ingestionTransition(over, { kind: 'indexed' })).toEqual([over, []]);
    expect(ingestionTransition(over, failed({}))).toEqual([over, []]);
  });
});
