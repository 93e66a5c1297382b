import { parsedWindowSchema } from '#core/domain/parsed.ts';
import type { Block } from '#core/domain/parsed.ts';
import type { Sha256, WorkspaceId } from '#core/domain/ids.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';

/** The stored parse's blocks in reading order; null where none is stored or it cannot be read. */
export const readParsedText = async (
  objects: Pick<ObjectStore, 'get' | 'list'>,
  workspaceId: WorkspaceId,
  contentHash: Sha256,
): Promise<readonly Block[] | null> => {
  const names = await objects.list({ workspaceId, contentHash }, 'parse/');
  const windows = await Promise.all(
    names.map((what) => objects.get({ workspaceId, contentHash, what })),
  );
  const blocks: Block[] = [];
  for (const bytes of windows) {
    const read = bytes === null ? null : readWindow(bytes);
    if (read === null) return null;
    blocks.push(...read);
  }
  return blocks.length === 0 ? null : blocks;
};

const readWindow = (bytes: Uint8Array): readonly Block[] | null => {
  try {
    const read = parsedWindowSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data.blocks : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};
