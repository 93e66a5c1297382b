import type { Scope, ScopeRequest } from '#core/domain/scope.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { LibraryId, WorkspaceId } from '#core/domain/ids.ts';

export type Scopes = {
  /**
   * (document, active generation) of live documents of the readable libraries, intersected with the
   * request. Missing and forbidden documents look the same: absent. Never widens.
   */
  readonly resolve: (
    workspaceId: WorkspaceId,
    readable: readonly LibraryId[],
    request: ScopeRequest,
  ) => Promise<Scope>;
  /** Of these versions, the ones still active and live: the check in mid-question and before commit. */
  readonly stillActive: (
    workspaceId: WorkspaceId,
    versions: readonly DocumentVersion[],
  ) => Promise<readonly DocumentVersion[]>;
};
