import type { LibraryId, Platform, WorkspaceId } from './ids.ts';

/** What may be asked about: one per channel, keyed by the platform's channel id, never its name. */
export type Library = {
  readonly id: LibraryId;
  readonly workspaceId: WorkspaceId;
  readonly platform: Platform;
  readonly channelId: string;
  readonly name: string;
};
