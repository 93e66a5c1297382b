import type { Claim } from '#core/domain/work.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { ConfirmedSegment, Segment } from '#core/domain/segment.ts';
import type { SegmentId, WorkspaceId } from '#core/domain/ids.ts';

export type Segments = {
  /** Inserts under the ingestion's claim, in the same transaction; `Stale` when it is lost. Idempotent by id. */
  readonly write: (claim: Claim, segments: readonly Segment[]) => Promise<void>;
  /** All ids of one generation, ascending by order. */
  readonly ids: (
    workspaceId: WorkspaceId,
    version: DocumentVersion,
  ) => Promise<readonly SegmentId[]>;
  readonly read: (
    workspaceId: WorkspaceId,
    version: DocumentVersion,
    fromOrder: number,
    limit: number,
  ) => Promise<readonly Segment[]>;
  /**
   * The gate: of the given ids, those that belong to the ACTIVE generation of a live document that is in `versions`.
   * One query; order as given. What is missing from the answer is not to be used.
   */
  readonly confirm: (
    workspaceId: WorkspaceId,
    versions: readonly DocumentVersion[],
    ids: readonly SegmentId[],
  ) => Promise<readonly ConfirmedSegment[]>;
  /** Segments around each (same document and generation), `distance` to both sides, without gates; only for confirmed ones. */
  readonly neighbours: (
    workspaceId: WorkspaceId,
    around: readonly Pick<Segment, 'documentId' | 'generation' | 'order'>[],
    distance: number,
  ) => Promise<readonly Segment[]>;
  /** Clean-up only. */
  readonly remove: (workspaceId: WorkspaceId, version: DocumentVersion) => Promise<void>;
};
