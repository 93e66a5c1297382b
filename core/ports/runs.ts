import type { Claim } from '#core/domain/work.ts';
import type {
  Admission,
  CancelResult,
  CancelTarget,
  NewQuestion,
  Run,
  RunProgress,
  RunState,
} from '#core/domain/run.ts';
import type { LibraryId, Person, RunId, WorkspaceId } from '#core/domain/ids.ts';

export type Runs = {
  /** Upserts and locks the question's row, honours a remembered cancel, then conversation, turn, run and delivery. */
  readonly admit: (workspaceId: WorkspaceId, question: NewQuestion) => Promise<Admission>;
  /** With the conversation's earlier answered turns (forgotten documents' turns left out). */
  readonly load: (claim: Claim) => Promise<Run>;
  /** A live state and what the person sees; `Stale` when the claim is lost or the run was cancelled. */
  readonly commit: (claim: Claim, state: RunState, progress: RunProgress) => Promise<void>;
  /**
   * The one conditional update from a live status, in one transaction with evidence, citations, trace and
   * delivery. A cited document deleted meanwhile rejects with `Terminal('document_deleted')`; `Stale` when the run moved on.
   */
  readonly finish: (claim: Claim, done: Extract<RunState, { kind: 'done' }>) => Promise<void>;
  /** One conditional update; remembers a cancel that comes before its question. */
  readonly cancel: (
    workspaceId: WorkspaceId,
    target: CancelTarget,
    by: Person,
  ) => Promise<CancelResult>;
  readonly find: (workspaceId: WorkspaceId, runId: RunId) => Promise<Run | null>;
  /** Newest first. */
  readonly list: (
    workspaceId: WorkspaceId,
    libraryId: LibraryId,
    limit: number,
  ) => Promise<readonly Run[]>;
};
