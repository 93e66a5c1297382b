import type { Citation } from '#core/domain/answer.ts';
import { boxSchema } from '#core/domain/parsed.ts';
import type { Box } from '#core/domain/parsed.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { ObjectKey, ObjectStore } from '#core/ports/object-store.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import type { PageShape } from './displayed-box.ts';

/** Fine enough to read on a sharp screen, about 300 kB a page. ◦ */
const dpi = 144;

export type DrawnPage = PageShape & {
  readonly image: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What to mark: the exact words where they were located, else the passage. */
  readonly marks: readonly Box[];
  readonly exact: boolean;
};

/** Null where the source is not stored any more. Rejects as the renderer does. */
export type PageImages = (
  workspaceId: WorkspaceId,
  citation: Citation,
  page: number,
  signal: AbortSignal,
) => Promise<DrawnPage | null>;

type Note = PageShape & {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly found: readonly Box[] | null;
};

/** Draws pages through the renderer and keeps them beside the source they were drawn from. */
export const createPageImages =
  (dependencies: {
    readonly objects: Pick<ObjectStore, 'get' | 'put'>;
    readonly renderer: PageRenderer;
  }): PageImages =>
  async (workspaceId, citation, page, signal) => {
    const { objects, renderer } = dependencies;
    const keyOf = (what: string): ObjectKey => ({
      workspaceId,
      contentHash: citation.sourceHash,
      what,
    });
    const name = `page/${String(page).padStart(4, '0')}`;
    const boxes = citation.boxes.filter((box) => box.page === page);
    const words = page === citation.page ? citation.quote : null;
    // What was found depends on the words, so the cited page has a note for each citation.
    const noteKey = keyOf(words === null ? `${name}.json` : `${name}-${citation.id}.json`);
    const [image, note] = await Promise.all([
      objects.get(keyOf(`${name}.png`)),
      objects.get(noteKey),
    ]);
    const kept = note && readNote(note);
    if (image !== null && kept !== null) return drawn(image, kept, boxes);
    const source = await objects.get(keyOf('source'));
    if (source === null) return null;
    const rendered = await renderer.render(source, page, { dpi, boxes, words }, signal);
    const { image: fresh, ...fresher } = rendered;
    await objects.put(keyOf(`${name}.png`), fresh);
    await objects.put(noteKey, new TextEncoder().encode(JSON.stringify(fresher)));
    return drawn(fresh, fresher, boxes);
  };

const drawn = (image: Uint8Array, note: Note, boxes: readonly Box[]): DrawnPage => {
  const exact = note.found !== null && note.found.length > 0;
  return { ...note, image, exact, marks: exact ? (note.found ?? []) : boxes };
};

const rotations = [0, 90, 180, 270] as const;

/** Null where the note is not what this version writes: the page is drawn again. */
const readNote = (bytes: Uint8Array): Note | null => {
  try {
    const note: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isNote(note) ? note : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const isNote = (value: unknown): value is Note => {
  if (typeof value !== 'object' || value === null) return false;
  const note = new Map(Object.entries(value));
  const numbers = ['width', 'height', 'widthPx', 'heightPx'].map((name) => note.get(name));
  const found = note.get('found');
  return (
    numbers.every((number) => typeof number === 'number' && number > 0) &&
    rotations.some((rotation) => rotation === note.get('rotation')) &&
    (found === null || boxSchema.array().safeParse(found).success)
  );
};
