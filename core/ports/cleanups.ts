import type { Claim } from '#core/domain/work.ts';
import type { DocumentVersion } from '#core/domain/document.ts';

export type Cleanup = {
  readonly id: string;
  readonly workspaceId: string;
  /** Versions whose segments, vectors and terms go. */
  readonly versions: readonly DocumentVersion[];
  /** Blobs (keys of the object store) that no reference is left for, decided under their row lock in `load`. */
  readonly objects: readonly string[];
};

/** The only thing that deletes. */
export type Cleanups = {
  readonly load: (claim: Claim) => Promise<Cleanup>;
  readonly complete: (claim: Claim) => Promise<void>;
};
