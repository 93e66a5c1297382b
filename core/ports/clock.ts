/** Time comes in through the front door. */
export type Clock = {
  readonly now: () => Date;
  /** Monotonic milliseconds, for durations. */
  readonly elapsedMs: () => number;
  /** Resolves after `ms`, rejects with `Cancelled` when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};
