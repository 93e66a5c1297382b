import type { NewShare, Share } from '#core/domain/share.ts';
import type { IngestionId, Platform, ShareId, WorkspaceId } from '#core/domain/ids.ts';

export type Shares = {
  /**
   * One transaction: the share, its ingestion (RECEIVED) and the message's card delivery.
   * The same message and file id delivered again changes nothing: `duplicate`.
   */
  readonly receive: (share: NewShare) => Promise<{
    readonly shareId: ShareId;
    readonly ingestionId: IngestionId;
    readonly duplicate: boolean;
  }>;
  readonly find: (workspaceId: WorkspaceId, shareId: ShareId) => Promise<Share | null>;
  /**
   * The posting is gone (`fileId` null: all of the message). Cancels its live ingestion; with its document's last share
   * the document is forgotten in the same transaction. Returns how many shares went.
   */
  readonly remove: (
    workspaceId: WorkspaceId,
    platform: Platform,
    channelId: string,
    messageId: string,
    fileId: string | null,
  ) => Promise<number>;
};
