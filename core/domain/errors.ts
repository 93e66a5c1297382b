/**
 * Errors are verdicts: what the loop that acts on them may do next.
 * Adapters translate a vendor's error into one of these and keep it as `cause`.
 */

/** Worth trying again; `afterMs` when the other side named a delay. */
export class Retryable extends Error {
  override readonly name = 'Retryable';
  readonly code: string;
  readonly afterMs: number | undefined;

  constructor(code: string, message: string, options?: { afterMs?: number; cause?: unknown }) {
    super(message, { cause: options?.cause });
    this.code = code;
    this.afterMs = options?.afterMs;
  }
}

/** Final: trying the same again gives the same. `code` maps to a sentence for person and operator. */
export class Terminal extends Error {
  override readonly name = 'Terminal';
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, { cause: options?.cause });
    this.code = code;
  }
}

/** Somebody stopped the work. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(message = 'cancelled', options?: { cause?: unknown }) {
    super(message, { cause: options?.cause });
  }
}

/** A lost race: the row moved on, the lease went to another attempt. The result is dropped. */
export class Stale extends Error {
  override readonly name = 'Stale';

  constructor(message = 'the row moved on', options?: { cause?: unknown }) {
    super(message, { cause: options?.cause });
  }
}

export type Verdict = Retryable | Terminal | Cancelled | Stale;

export const isVerdict = (error: unknown): error is Verdict =>
  error instanceof Retryable ||
  error instanceof Terminal ||
  error instanceof Cancelled ||
  error instanceof Stale;
