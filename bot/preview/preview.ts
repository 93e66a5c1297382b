import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Citations, ResolvedCitation } from '#core/ports/citations.ts';
import type { Log } from '#core/ports/log.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import { html } from './html.ts';
import { locatePassage } from './locate-passage.ts';
import { createPageImages } from './page-images.ts';
import type { PageImages } from './page-images.ts';
import { readParsedText } from './parsed-text.ts';
import { writeBlocks } from './write-blocks.ts';
import { writeGone, writePage, writePicture, writeRemark } from './write-page.ts';
import type { PreviewPage } from './write-page.ts';
import { wordsFor } from './words.ts';

type Dependencies = {
  readonly citations: Citations;
  readonly objects: ObjectStore;
  readonly renderer: PageRenderer;
  readonly log: Log;
  /** Citations of other workspaces look like none. */
  readonly workspaceId: WorkspaceId;
};

type Open = Extract<ResolvedCitation, { kind: 'open' }>;
type Views = Dependencies & { readonly images: PageImages };

/** A page that takes longer is said to be unavailable right now. */
const drawWithinMs = 30_000;
/** Blocks of a text without pages shown at once. */
const blocksPerPart = 200;

/**
 * Citation pages, mounted under /c: `/:id` the marked page, `/:id/page/:n.png` its picture,
 * `/:id/original` the file. The server they are mounted on checks who asks and sets the headers.
 */
export const createPreview = (dependencies: Dependencies): Hono => {
  const views: Views = { ...dependencies, images: createPageImages(dependencies) };
  const style = ['preview.css', 'text.css'].map(readOwn).join('\n');
  const icon = readOwn('icon.svg');
  const app = new Hono();
  app.get('/style.css', (context) =>
    context.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  app.get('/icon.svg', (context) =>
    context.body(icon, 200, { 'content-type': 'image/svg+xml; charset=utf-8' }),
  );
  app.get('/:id', (context) => withOpen(views, context, (open) => showPage(views, context, open)));
  app.get('/:id/page/:file', (context) =>
    withOpen(views, context, (open) => sendPicture(views, context, open)),
  );
  app.get('/:id/original', (context) =>
    withOpen(views, context, (open) => sendOriginal(views, context, open)),
  );
  return app;
};

const readOwn = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Resolved anew for each request: what was forgotten meanwhile is gone at once. */
const withOpen = async (
  { citations, workspaceId }: Views,
  context: Context,
  show: (open: Open) => Promise<Response>,
): Promise<Response> => {
  const resolved = await citations.resolve(context.req.param('id') ?? '');
  return resolved.kind === 'open' && resolved.workspaceId === workspaceId
    ? show(resolved)
    : gone(context);
};

const gone = (context: Context): Response =>
  context.html(writeGone(wordsFor(context.req.header('accept-language'))), 404);

const showPage = (views: Views, context: Context, open: Open): Promise<Response> =>
  open.citation.page === null
    ? showText(views, context, open)
    : showDrawn(views, context, open, open.citation.page);

/** A whole number within 1 and `maximum`; null where something else was asked for. */
const numberWithin = (text: string, maximum: number): number | null => {
  const number = /^\d{1,6}$/u.test(text) ? Number(text) : 0;
  return number >= 1 && number <= maximum ? number : null;
};

const pagesOf = ({ pageCount, citation }: Open): number => Math.max(pageCount, citation.page ?? 0);

const frameOf = (context: Context, { citation, superseded }: Open) => ({
  word: wordsFor(context.req.header('accept-language')),
  citation,
  superseded,
});

const showDrawn = async (
  views: Views,
  context: Context,
  open: Open,
  home: number,
): Promise<Response> => {
  const positions = pagesOf(open);
  const position = numberWithin(context.req.query('page') ?? String(home), positions);
  if (position === null) return gone(context);
  const page = { ...frameOf(context, open), position, positions, unit: 'page', home } as const;
  try {
    const drawn = await views.images(open.workspaceId, open.citation, position, signalOf(context));
    if (drawn === null) return gone(context);
    const content = writePicture(drawn, open.citation, position, page.word);
    return context.html(writePage({ ...page, content }));
  } catch (error) {
    return withoutPicture(views, context, page, error);
  }
};

/** The words are still there to read when the picture is not. */
const withoutPicture = (
  { log }: Views,
  context: Context,
  page: Omit<PreviewPage, 'content'>,
  error: unknown,
): Response => {
  const final = error instanceof Terminal;
  log.warn('page-not-drawn', {
    page: page.position,
    code: final || error instanceof Retryable ? error.code : 'unexpected',
  });
  const content = writeRemark(page.word(final ? 'notDrawn' : 'later'));
  return context.html(writePage({ ...page, content }), final ? 200 : 503);
};

const signalOf = (context: Context): AbortSignal =>
  AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(drawWithinMs)]);

const showText = async ({ objects }: Views, context: Context, open: Open): Promise<Response> => {
  const { workspaceId, citation } = open;
  const blocks = await readParsedText(objects, workspaceId, citation.sourceHash);
  if (blocks === null) return gone(context);
  const marks = locatePassage(blocks, citation.quote, citation.headingPath);
  const positions = Math.ceil(blocks.length / blocksPerPart);
  const home = Math.floor((marks[0]?.block ?? 0) / blocksPerPart) + 1;
  const position = numberWithin(context.req.query('part') ?? String(home), positions);
  if (position === null) return gone(context);
  const first = (position - 1) * blocksPerPart;
  const frame = frameOf(context, open);
  const written = writeBlocks(blocks.slice(first, first + blocksPerPart), first, marks);
  const remark = marks.length === 0 ? writeRemark(frame.word('notLocated')) : null;
  const content = html`${remark}
    <article class="${isMarkdown(citation.fileName) ? 'text text-flowing' : 'text'}" dir="auto">
      ${written}
    </article>`;
  return context.html(writePage({ ...frame, position, positions, unit: 'part', home, content }));
};

const isMarkdown = (fileName: string): boolean =>
  /\.(?:md|markdown|mdown|mkdn?|mdx)$/iu.test(fileName);

const sendPicture = async (views: Views, context: Context, open: Open): Promise<Response> => {
  const [, digits = ''] = /^(\d{1,6})\.png$/u.exec(context.req.param('file') ?? '') ?? [];
  const page = open.citation.page === null ? null : numberWithin(digits, pagesOf(open));
  if (page === null) return gone(context);
  try {
    const drawn = await views.images(open.workspaceId, open.citation, page, signalOf(context));
    if (drawn === null) return gone(context);
    return context.body(Uint8Array.from(drawn.image), 200, {
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
    });
  } catch (error) {
    views.log.warn('picture-not-sent', { page, message: error instanceof Error ? error.name : '' });
    return context.body(null, error instanceof Terminal ? 404 : 503);
  }
};

/** Always a download of unknown type: a browser must never run what somebody shared. */
const sendOriginal = async (
  { objects }: Views,
  context: Context,
  { workspaceId, citation }: Open,
): Promise<Response> => {
  const source = await objects.get({
    workspaceId,
    contentHash: citation.sourceHash,
    what: 'source',
  });
  if (source === null) return gone(context);
  return context.body(Uint8Array.from(source), 200, {
    'content-type': 'application/octet-stream',
    'content-disposition': dispositionOf(citation.fileName),
    'cache-control': 'private, no-store',
  });
};

/** RFC 6266: a plain fall-back, and the name itself in UTF-8. */
const dispositionOf = (name: string): string => {
  const plain = name.replaceAll(/[^\w. -]/gu, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
