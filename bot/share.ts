import type { SharedFiles } from '#core/domain/intention.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Shares } from '#core/ports/shares.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';

/** Files in one message. Source: ingest.md, Slack's own limit. */
export const maximumFilesPerShare = 10;

/** Takes a posting of files: one Share and one Ingestion each; the Document exists once the bytes are known. */
export type Share = (workspaceId: WorkspaceId, shared: SharedFiles) => Promise<readonly string[]>;

/** Resolves to the ingestions, in the files' order; none when the posting was refused. */
export const createShare =
  (dependencies: {
    readonly shares: Pick<Shares, 'receive'>;
    readonly deliveries: Pick<Deliveries, 'notice'>;
    readonly wakeups: Pick<Wakeups, 'wake'>;
  }): Share =>
  async (workspaceId, shared) => {
    const { shares, deliveries, wakeups } = dependencies;
    if (shared.files.length > maximumFilesPerShare) {
      await deliveries.notice(workspaceId, shared.address, `${shared.messageId}:files`, {
        code: 'too_many_files',
        detail: String(maximumFilesPerShare),
        language: shared.language,
      });
      wakeups.wake('delivery');
      return [];
    }
    const ingestionIds: string[] = [];
    for (const file of shared.files) {
      const { ingestionId } = await shares.receive({
        workspaceId,
        libraryId: shared.libraryId,
        address: shared.address,
        messageId: shared.messageId,
        fileId: file.fileId,
        fileName: file.name,
        sharedBy: shared.by,
      });
      ingestionIds.push(ingestionId);
    }
    wakeups.wake('ingestion');
    wakeups.wake('delivery');
    return ingestionIds;
  };
