import type { Library } from '#core/domain/library.ts';
import type { LibraryId, Platform, WorkspaceId } from '#core/domain/ids.ts';

export type Libraries = {
  /** Creates the workspace row if missing. Idempotent. */
  readonly ensureWorkspace: (
    workspaceId: WorkspaceId,
    platform: Platform,
    name: string,
  ) => Promise<void>;
  /** The channel's library, created on first use; a changed name is kept up. */
  readonly ensure: (
    workspaceId: WorkspaceId,
    platform: Platform,
    channelId: string,
    name: string,
  ) => Promise<Library>;
  readonly find: (workspaceId: WorkspaceId, libraryId: LibraryId) => Promise<Library | null>;
  readonly byChannel: (
    workspaceId: WorkspaceId,
    platform: Platform,
    channelId: string,
  ) => Promise<Library | null>;
  readonly list: (workspaceId: WorkspaceId) => Promise<readonly Library[]>;
};
