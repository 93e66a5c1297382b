import { Retryable, Terminal } from '#core/domain/errors.ts';
import type { FileSource } from '#core/ports/file-source.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';

/** Nothing is known about a dropped file but its name; the parser looks at the bytes. */
const mediaType = 'application/octet-stream';

/** A file that was dropped on the page: its bytes were stored before its message was sent. */
export const createPlaygroundFiles = (dependencies: {
  readonly messages: Pick<PlaygroundMessages, 'find'>;
  readonly objects: Pick<ObjectStore, 'get'>;
}): FileSource => ({
  fetch: async (share, maximumBytes, signal) => {
    const { messages, objects } = dependencies;
    signal.throwIfAborted();
    const message = await messages.find(share.workspaceId, share.messageId);
    // The row that shares the file also posts the message, but may not have got that far.
    if (message === null) throw new Retryable('DOWNLOAD_FAILED', 'the message is not posted yet');
    const files = message.content.kind === 'text' && !message.deleted ? message.content.files : [];
    const file = files.find(({ fileId }) => fileId === share.fileId);
    if (file === undefined) throw new Terminal('DOWNLOAD_FAILED', 'the message holds no such file');
    if (file.byteSize > maximumBytes) throw new Terminal('TOO_LARGE', 'the file is too large');
    const bytes = await objects.get({
      workspaceId: share.workspaceId,
      contentHash: file.contentHash,
      what: 'source',
    });
    if (bytes === null) throw new Terminal('DOWNLOAD_FAILED', 'the dropped file is not stored');
    return { bytes, mediaType };
  },
});
