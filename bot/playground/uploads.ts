import { createHash } from 'node:crypto';
import { Terminal } from '#core/domain/errors.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { PlaygroundFile } from '#core/domain/playground.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import { storable } from './event.ts';

/** Longest name kept, in characters; common file systems stop at 255 bytes. */
const maximumNameCharacters = 255;
/** An upload that no message refers to is forgotten after this; the page uploads again. */
const keptMs = 60 * 60_000;

export type Uploads = {
  /** Stores the bytes before any message names them. Rejects with Terminal('TOO_LARGE'). */
  readonly store: (name: string, body: AsyncIterable<Uint8Array> | null) => Promise<PlaygroundFile>;
  /** In the order of the ids; null when one is not there. */
  readonly take: (fileIds: readonly string[]) => readonly PlaygroundFile[] | null;
};

/**
 * Files that were dropped on the page and not yet sent. Only hashes that this server computed reach a
 * message: a page cannot name a content that it does not have.
 */
export const createUploads = (dependencies: {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly ids: Pick<Ids, 'next'>;
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly workspaceId: WorkspaceId;
  readonly maximumBytes: number;
}): Uploads => {
  const { objects, ids, clock, workspaceId, maximumBytes } = dependencies;
  const held = new Map<string, { readonly file: PlaygroundFile; readonly sinceMs: number }>();
  return {
    store: async (name, body) => {
      const bytes = await readWithin(body, maximumBytes);
      const contentHash = createHash('sha256').update(bytes).digest('hex');
      await objects.put({ workspaceId, contentHash, what: 'source' }, bytes);
      const file: PlaygroundFile = {
        fileId: ids.next(),
        name: nameOf(name),
        byteSize: bytes.byteLength,
        contentHash,
      };
      for (const [id, { sinceMs }] of held) {
        if (clock.elapsedMs() - sinceMs > keptMs) held.delete(id);
      }
      held.set(file.fileId, { file, sinceMs: clock.elapsedMs() });
      return file;
    },
    // Not removed: the same message sent again, after a lost answer, names the same uploads.
    take: (fileIds) => {
      const files = fileIds.flatMap((id) => held.get(id)?.file ?? []);
      return files.length === fileIds.length ? files : null;
    },
  };
};

const readWithin = async (
  body: AsyncIterable<Uint8Array> | null,
  maximumBytes: number,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let byteSize = 0;
  for await (const part of body ?? []) {
    byteSize += part.byteLength;
    if (byteSize > maximumBytes) throw new Terminal('TOO_LARGE', 'the upload is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** Kept as data, whatever characters it has; only what cannot be stored is dropped. */
const nameOf = (name: string): string => {
  const kept = storable(name).slice(0, maximumNameCharacters).toWellFormed();
  return kept.trim() === '' ? 'file' : kept;
};
