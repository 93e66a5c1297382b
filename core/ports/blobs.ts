import type { Claim } from '#core/domain/work.ts';
import type { Sha256, WorkspaceId } from '#core/domain/ids.ts';

/** Reference rows of stored contents, so that clean-up knows when nothing needs one any more. */
export type Blobs = {
  /** Registers that this content is about to be stored for an ingestion; done before the first byte is written. */
  readonly intend: (claim: Claim, contentHash: Sha256) => Promise<void>;
  /** Whether this workspace still has a live reference to the content. */
  readonly referenced: (workspaceId: WorkspaceId, contentHash: Sha256) => Promise<boolean>;
};
