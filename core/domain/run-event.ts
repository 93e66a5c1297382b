import type { AnswerType, Citation, Outcome, OutcomeReason } from './answer.ts';
import type { Found, Rejected } from './run.ts';
import type { Trace } from './trace.ts';

/** What happened to a fixed run. */
export type RunEvent =
  | { readonly kind: 'claimed'; readonly attempt: number }
  | { readonly kind: 'evidence-found'; readonly found: Found }
  /** A search wants no more than its cards. */
  | { readonly kind: 'cards-found'; readonly found: Found }
  | { readonly kind: 'evidence-refused'; readonly reason: OutcomeReason; readonly found: Found }
  | { readonly kind: 'retrieval-failed'; readonly found: Found }
  | {
      readonly kind: 'answer-validated';
      readonly type: AnswerType;
      readonly markdown: string;
      readonly citations: readonly Citation[];
      readonly trace: Trace;
    }
  | { readonly kind: 'model-found-none'; readonly trace: Trace }
  | {
      readonly kind: 'draft-rejected';
      readonly reason: OutcomeReason;
      readonly draft: string;
      readonly why: string;
      readonly trace: Trace;
    }
  | { readonly kind: 'model-failed'; readonly reason: OutcomeReason; readonly trace: Trace }
  /** An error that no step turned into something better. */
  | { readonly kind: 'failed'; readonly outcome: Outcome; readonly reason: OutcomeReason };

/** What to do next. Both may be repeated after a crash: nothing of them is visible before a commit. */
export type RunEffect =
  | { readonly kind: 'retrieve' }
  | { readonly kind: 'draft'; readonly found: Found; readonly rejected: Rejected | null };
