import type { Claim } from '#core/domain/work.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { LegHit } from '#core/domain/trace.ts';
import type { SegmentId, Sha256, WorkspaceId } from '#core/domain/ids.ts';

export type SegmentVector = {
  readonly segmentId: SegmentId;
  readonly contentHash: Sha256;
  readonly vector: Float32Array;
};

/** Vectors keyed by segment and embedding profile's fingerprint. All vectors are L2-normalised. */
export type VectorIndex = {
  /** Under the ingestion's claim, same transaction; `Stale` when lost. Idempotent by (segment, fingerprint). */
  readonly write: (
    claim: Claim,
    version: DocumentVersion,
    fingerprint: string,
    vectors: readonly SegmentVector[],
  ) => Promise<void>;
  /** Stored vectors of unchanged text in this workspace: content hash → vector. */
  readonly reuse: (
    workspaceId: WorkspaceId,
    fingerprint: string,
    hashes: readonly Sha256[],
  ) => Promise<ReadonlyMap<Sha256, Float32Array>>;
  /** Best first; score is the cosine. A small scope still returns `limit` rows where it holds them. */
  readonly search: (
    workspaceId: WorkspaceId,
    fingerprint: string,
    versions: readonly DocumentVersion[],
    vector: Float32Array,
    limit: number,
    signal: AbortSignal,
  ) => Promise<readonly LegHit[]>;
  readonly ids: (
    workspaceId: WorkspaceId,
    fingerprint: string,
    version: DocumentVersion,
  ) => Promise<readonly SegmentId[]>;
  /** Clean-up only. */
  readonly remove: (workspaceId: WorkspaceId, version: DocumentVersion) => Promise<void>;
};
