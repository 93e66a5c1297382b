import type { Claim } from '#core/domain/work.ts';
import type {
  DocumentId,
  Generation,
  IngestionId,
  LibraryId,
  Person,
  WorkspaceId,
} from '#core/domain/ids.ts';
import type {
  ActivationResult,
  DownloadCommit,
  Downloaded,
  Ingestion,
  IngestionFailure,
  IngestionStage,
  Progress,
} from '#core/domain/ingestion.ts';

/**
 * The commits of one ingestion. Each checks the claim (sequence and owner) in its own transaction,
 * rejects with `Stale` when it is lost, and makes the card say so.
 */
export type Ingestions = {
  readonly load: (claim: Claim) => Promise<Ingestion>;
  /** Upserts the document by its hash within the library: the unique key decides. */
  readonly commitDownload: (claim: Claim, downloaded: Downloaded) => Promise<DownloadCommit>;
  /** `stage` is the last finished one; progress belongs to the one under way. */
  readonly commitProgress: (
    claim: Claim,
    stage: IngestionStage,
    progress: Progress,
  ) => Promise<void>;
  /** Highest allocated + 1 under the document's row lock. */
  readonly allocateGeneration: (
    claim: Claim,
    made: { readonly embeddingFingerprint: string | null; readonly analyzerFingerprint: string },
  ) => Promise<Generation>;
  /** ingest.md "Generations" 4, whole, in one transaction. Rejects with `Stale`. */
  readonly activate: (
    claim: Claim,
    activation: {
      readonly title: string | null;
      readonly pageCount: number;
      readonly segmentCount: number;
    },
  ) => Promise<ActivationResult>;
  /** Terminal: FAILED with its failure, or CANCELLED. The target generation becomes a clean-up row. */
  readonly finish: (
    claim: Claim,
    end:
      | { readonly status: 'FAILED'; readonly failure: IngestionFailure }
      | { readonly status: 'CANCELLED' },
  ) => Promise<void>;
  readonly requests: IngestionRequests;
};

/** What people ask of ingestions, outside any claim. */
export type IngestionRequests = {
  /** A new attempt of a FAILED ingestion, from the stage that it reached. False when it is not failed. */
  readonly retry: (workspaceId: WorkspaceId, ingestionId: IngestionId) => Promise<boolean>;
  /** A live ingestion ends CANCELLED; false when it is terminal already. */
  readonly cancel: (
    workspaceId: WorkspaceId,
    ingestionId: IngestionId,
    by: Person,
  ) => Promise<boolean>;
  /** A new ingestion of a live document. Null when there is no such document. */
  readonly reindex: (
    workspaceId: WorkspaceId,
    documentId: DocumentId,
  ) => Promise<IngestionId | null>;
  /**
   * Replace the earlier one: the newcomer of `ingestionId` becomes a new generation of `earlier`, whose share it becomes,
   * and is forgotten in the activating transaction. Null when either is gone.
   */
  readonly replace: (
    workspaceId: WorkspaceId,
    ingestionId: IngestionId,
    earlier: DocumentId,
  ) => Promise<IngestionId | null>;
  /** Newest first. */
  readonly list: (
    workspaceId: WorkspaceId,
    libraryId: LibraryId,
    limit: number,
  ) => Promise<readonly Ingestion[]>;
  readonly find: (workspaceId: WorkspaceId, ingestionId: IngestionId) => Promise<Ingestion | null>;
};
