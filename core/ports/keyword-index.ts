import type { DocumentVersion } from '#core/domain/document.ts';
import type { LegHit } from '#core/domain/trace.ts';
import type { SegmentId, WorkspaceId } from '#core/domain/ids.ts';

export type SegmentTerms = { readonly segmentId: SegmentId; readonly terms: readonly string[] };
export type QueryTerm = { readonly term: string; readonly weight: number };

/**
 * BM25 over ready-made terms (core/text/analysis); never an all-or-nothing AND. One projection per
 * analyzer fingerprint; a projection of another fingerprint is rebuilt from segments.
 */
export type KeywordIndex = {
  /** Idempotent by segment id. Partial failure rejects with `Retryable('INDEX_INCOMPLETE')`. */
  readonly write: (
    workspaceId: WorkspaceId,
    version: DocumentVersion,
    segments: readonly SegmentTerms[],
  ) => Promise<void>;
  /** After it, what was written is searchable and `ids` sees it. */
  readonly refresh: () => Promise<void>;
  /** Best first, score higher is better. Within `versions` only. */
  readonly search: (
    workspaceId: WorkspaceId,
    versions: readonly DocumentVersion[],
    query: readonly QueryTerm[],
    limit: number,
    signal: AbortSignal,
  ) => Promise<readonly LegHit[]>;
  /** Number of segments that hold each term, and of all segments, for idf mass. */
  readonly frequencies: (
    workspaceId: WorkspaceId,
    terms: readonly string[],
  ) => Promise<{ readonly total: number; readonly counts: ReadonlyMap<string, number> }>;
  readonly ids: (
    workspaceId: WorkspaceId,
    version: DocumentVersion,
  ) => Promise<readonly SegmentId[]>;
  /** Clean-up only. */
  readonly remove: (workspaceId: WorkspaceId, version: DocumentVersion) => Promise<void>;
};
