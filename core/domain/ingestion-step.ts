import type {
  ActivationResult,
  DownloadCommit,
  IngestionFailure,
  IngestionStage,
} from './ingestion.ts';

/** What one attempt has reached; `stage` is the last committed one. */
export type IngestionState =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'working'; readonly stage: IngestionStage; readonly attempt: number }
  /** A terminal row, or one handed back: the attempt is over. */
  | { readonly kind: 'over'; readonly verdict: IngestionVerdict };

export type IngestionVerdict = 'ready' | 'skipped' | 'discarded' | 'failed' | 'deferred';

/** A verdict on the step under way; `afterMs` when the other side named a delay. */
export type StepFailure = {
  readonly isPermanent: boolean;
  readonly code: string;
  readonly message: string;
  readonly afterMs: number | null;
};

export type IngestionEvent =
  | { readonly kind: 'claimed'; readonly stage: IngestionStage; readonly attempt: number }
  | { readonly kind: 'downloaded'; readonly commit: DownloadCommit['kind'] }
  | { readonly kind: 'parsed' }
  | { readonly kind: 'segmented' }
  | { readonly kind: 'embedded' }
  | { readonly kind: 'indexed' }
  | { readonly kind: 'activated'; readonly result: ActivationResult['kind'] }
  /** `jitter` from 0 to 1, made by whoever reports the event. */
  | { readonly kind: 'step-failed'; readonly failure: StepFailure; readonly jitter: number };

/**
 * What to do next. Steps may be repeated: what they write is keyed by content, or by a generation
 * that only the attempt which allocated it writes.
 */
export type IngestionStep = 'download' | 'parse' | 'segment' | 'embed' | 'index' | 'activate';

export type IngestionEffect =
  | { readonly kind: 'commit-stage'; readonly stage: IngestionStage }
  | { readonly kind: 'perform'; readonly step: IngestionStep }
  | { readonly kind: 'defer'; readonly afterMs: number }
  | { readonly kind: 'finish'; readonly failure: IngestionFailure };
