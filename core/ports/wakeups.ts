import type { WorkKind } from '#core/domain/work.ts';

/** "Look": carries no work and may be lost; a reconciler looks for due rows anyway. */
export type Wakeups = {
  readonly wake: (kind: WorkKind) => void;
  /** Resolves on the next wake of `kind`, or after `timeoutMs`, or when aborted. Never rejects. */
  readonly wait: (kind: WorkKind, timeoutMs: number, signal: AbortSignal) => Promise<void>;
};
