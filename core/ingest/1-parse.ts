import { Terminal } from '#core/domain/errors.ts';
import type { Block, ParsedDocument, ParsedWindow } from '#core/domain/parsed.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { Parser } from '#core/ports/parser.ts';
import { mergeWindows } from './merge-windows.ts';
import { pictureName, readWindow, writeWindow } from './stored-parse.ts';
import type { Content } from './stored-parse.ts';

/** Source: ingest.md, "Stages". */
const pagesPerWindow = 20;

export type ParseUnit = {
  readonly content: Content;
  readonly fileName: string;
  /** The same for every attempt, so that a parse under way is found again. */
  readonly requestId: string;
  readonly parser: Parser;
  readonly objects: Pick<ObjectStore, 'get' | 'put'>;
  /** Pages done of all pages; 0 of all while their number is not known. */
  readonly onProgress: (done: number, total: number) => void;
};

type Window = {
  readonly number: number;
  readonly picturesBefore: number;
  readonly pageCount: number;
};

const picturesIn = (blocks: readonly Block[]): readonly number[] =>
  blocks.flatMap((block) =>
    block.kind === 'picture' && block.picture !== null ? [block.picture] : [],
  );

/** Windows count their pictures from 1, the document counts on. */
const renumbered = (parsed: ParsedWindow, before: number): ParsedWindow => ({
  ...parsed,
  blocks: parsed.blocks.map((block) =>
    block.kind === 'picture' && block.picture !== null
      ? { ...block, picture: block.picture + before }
      : block,
  ),
});

const storePictures = async (
  { content, parser, objects }: ParseUnit,
  requestId: string,
  parsed: ParsedWindow,
  before: number,
  signal: AbortSignal,
): Promise<void> => {
  for (const picture of picturesIn(parsed.blocks)) {
    const bytes = await parser.picture(requestId, picture, signal);
    await objects.put({ ...content, what: pictureName(picture + before) }, bytes);
  }
};

/** The window is stored last: where it is there, its pictures are. */
const parseWindow = async (
  unit: ParseUnit,
  { number, picturesBefore, pageCount }: Window,
  source: Uint8Array,
  signal: AbortSignal,
): Promise<ParsedWindow> => {
  const { content, parser, objects, fileName, onProgress } = unit;
  const requestId = `${unit.requestId}.${number}`;
  const firstPage = (number - 1) * pagesPerWindow + 1;
  const lastPage = number * pagesPerWindow;
  const request = { requestId, name: fileName, contentHash: content.contentHash, bytes: source };
  const parsed = await parser.parse(
    { ...request, firstPage, lastPage },
    (page, pages) => {
      // A full first window says nothing about how many pages follow it.
      const known = pageCount > 0 ? pageCount : pages < pagesPerWindow ? pages : 0;
      onProgress(firstPage - 1 + page, known);
    },
    signal,
  );
  await storePictures(unit, requestId, parsed, picturesBefore, signal);
  const stored = renumbered(parsed, picturesBefore);
  await writeWindow(objects, content, number, stored);
  await parser.acknowledge(requestId);
  return stored;
};

/**
 * The file, parsed window by window and merged. What is stored is not parsed again, whoever stored it:
 * a killed attempt goes on after its last window, the same bytes in another channel cost nothing.
 * Rejects with the parser's verdicts, and Terminal('DOWNLOAD_FAILED') where the source is gone.
 */
export const parse = async (unit: ParseUnit, signal: AbortSignal): Promise<ParsedDocument> => {
  const { content, objects, onProgress } = unit;
  const windows: ParsedWindow[] = [];
  let source: Uint8Array | null = null;
  let picturesBefore = 0;
  for (let number = 1, count = 1; number <= count; number += 1) {
    signal.throwIfAborted();
    const pageCount = windows[0]?.pageCount ?? 0;
    let window = await readWindow(objects, content, number);
    if (window === null) {
      source ??= await sourceOf(unit);
      window = await parseWindow(unit, { number, picturesBefore, pageCount }, source, signal);
    }
    windows.push(window);
    picturesBefore = Math.max(picturesBefore, ...picturesIn(window.blocks));
    count = Math.max(1, Math.ceil((windows[0]?.pageCount ?? 0) / pagesPerWindow));
    if (window.pageCount > 0) onProgress(window.lastPage, window.pageCount);
  }
  return mergeWindows(windows);
};

const sourceOf = async ({ content, objects }: ParseUnit): Promise<Uint8Array> => {
  const source = await objects.get({ ...content, what: 'source' });
  if (source === null) throw new Terminal('DOWNLOAD_FAILED', 'the stored file is gone');
  return source;
};
