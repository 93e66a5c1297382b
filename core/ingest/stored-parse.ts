import { parsedWindowSchema } from '#core/domain/parsed.ts';
import type { ParsedWindow } from '#core/domain/parsed.ts';
import type { Sha256, WorkspaceId } from '#core/domain/ids.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';

/** The content that a parse belongs to; every document with the same bytes shares it. */
export type Content = { readonly workspaceId: WorkspaceId; readonly contentHash: Sha256 };

const four = (number: number): string => String(number).padStart(4, '0');

/** Name of a window's object, counted from 1. */
const windowName = (window: number): string => `parse/${four(window)}`;
/** Name of a picture's object, by its number in the document. */
export const pictureName = (picture: number): string => `picture/${four(picture)}`;

/** Null where it is not stored, or stored in another shape: then it is parsed again. */
export const readWindow = async (
  objects: Pick<ObjectStore, 'get'>,
  content: Content,
  window: number,
): Promise<ParsedWindow | null> => {
  const bytes = await objects.get({ ...content, what: windowName(window) });
  if (bytes === null) return null;
  const read = parsedWindowSchema.safeParse(jsonOf(bytes));
  return read.success ? read.data : null;
};

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

export const writeWindow = (
  objects: Pick<ObjectStore, 'put'>,
  content: Content,
  window: number,
  parsed: ParsedWindow,
): Promise<void> =>
  objects.put(
    { ...content, what: windowName(window) },
    new TextEncoder().encode(JSON.stringify(parsed)),
  );
