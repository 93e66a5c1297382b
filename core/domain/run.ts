import type {
  Address,
  ConversationId,
  LibraryId,
  Person,
  RunId,
  TurnId,
  WorkspaceId,
} from './ids.ts';
import type { Answer, AnswerMode, Evidence, ResultCard, StillIndexing } from './answer.ts';
import type { ScopeRequest } from './scope.ts';
import type { Trace } from './trace.ts';

export type RunStatus =
  | 'QUEUED'
  | 'WAITING_FOR_DOCUMENT'
  | 'RUNNING'
  | 'WAITING_TASK'
  | 'COMPLETED'
  | 'DEGRADED'
  | 'FAILED'
  | 'CANCELLED';
export const liveRunStatuses = [
  'QUEUED',
  'WAITING_FOR_DOCUMENT',
  'RUNNING',
  'WAITING_TASK',
] as const;
export type RunVia = 'FIXED' | 'AGENT' | 'FALLBACK';
export type RunIntent = 'answer' | 'search';

/** What the person sees while the run works; replaced by the answer. `text` is safe answer text so far. */
export type RunProgress = {
  readonly phase: 'queued' | 'waiting-for-document' | 'searching' | 'answering' | 'checking';
  readonly text: string;
};

/** Identity of a question: one answer each, whatever the platform delivers twice. */
export type QuestionKey = {
  readonly platform: Address['platform'];
  readonly channelId: string;
  readonly sourceId: string;
};

export type NewQuestion = {
  /** 'search' ends with result cards and no model call. */
  readonly intent: RunIntent;
  readonly key: QuestionKey;
  readonly libraryId: LibraryId;
  readonly address: Address;
  readonly asker: Person;
  readonly question: string;
  readonly scope: ScopeRequest;
  readonly via: RunVia;
  readonly mode: AnswerMode;
  /** Answered only after the files of this message are ready or have failed. */
  readonly waitForMessageId: string | null;
  readonly traceId: string;
  /** Earlier turns given from outside (command line, benches); normally the thread's own. */
  readonly history: readonly PastTurn[] | null;
};

export type PastTurn = { readonly question: string; readonly answer: string };

/**
 * The pure machine's state of a fixed run, stored after each transition (core/run/run-transition.ts).
 * Evidence found is kept, so that a run killed while answering does not search again.
 */
export type RunState =
  | { readonly kind: 'retrieving' }
  /** `rejected`: the reply that was refused, for the one repair. */
  | { readonly kind: 'answering'; readonly found: Found; readonly rejected: Rejected | null }
  | {
      readonly kind: 'done';
      readonly status: RunStatus;
      readonly answer: Answer;
      readonly trace: Trace | null;
    };

export type Rejected = { readonly draft: string; readonly why: string; readonly count: number };

export type Found = {
  readonly evidence: readonly Evidence[];
  readonly cards: readonly ResultCard[];
  readonly degraded: readonly string[];
  readonly stillIndexing: StillIndexing | null;
  readonly language: string;
  readonly trace: Trace;
};

export type Run = {
  readonly id: RunId;
  readonly workspaceId: WorkspaceId;
  readonly turnId: TurnId;
  readonly conversationId: ConversationId;
  readonly libraryId: LibraryId;
  readonly address: Address;
  readonly asker: Person;
  readonly intent: RunIntent;
  readonly question: string;
  readonly scope: ScopeRequest;
  readonly via: RunVia;
  readonly mode: AnswerMode;
  readonly status: RunStatus;
  readonly state: RunState;
  readonly progress: RunProgress;
  readonly answer: Answer | null;
  readonly cancelledBy: Person | null;
  readonly traceId: string;
  /** Earlier answered turns of the conversation, oldest first, at most 5. */
  readonly history: readonly PastTurn[];
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

export type Admission =
  | {
      readonly kind: 'admitted';
      readonly runId: RunId;
      readonly conversationId: ConversationId;
      readonly ahead: number;
    }
  | { readonly kind: 'duplicate'; readonly runId: RunId }
  /** A cancel came before the question: the run exists, cancelled. */
  | { readonly kind: 'cancelled'; readonly runId: RunId };

export type CancelTarget =
  | { readonly kind: 'run'; readonly runId: RunId }
  | { readonly kind: 'question'; readonly key: QuestionKey }
  | { readonly kind: 'thread'; readonly address: Address };

export type CancelResult =
  | { readonly kind: 'cancelled'; readonly runIds: readonly RunId[] }
  | { readonly kind: 'already-finished' }
  | { readonly kind: 'remembered' }
  | { readonly kind: 'nothing-to-cancel' };
