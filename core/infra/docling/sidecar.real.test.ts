import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isVerdict } from '#core/domain/errors.ts';
import { embeddedText } from '#core/domain/segment.ts';
import { segment } from '#core/ingest/2-segment.ts';
import { parse } from '#core/ingest/1-parse.ts';
import { hasSidecar, startRealSidecar } from '#core/testing/real-sidecar.ts';
import { createMemoryObjectStore } from '#core/testing/memory/object-store.ts';
import { createPageRenderer } from './page-renderer.ts';
import { createParser } from './parser.ts';

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
// Skipped where the files are missing: they do not belong to the project.
const hasData = hasSidecar && existsSync(data);

const never = new AbortController().signal;

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

let started: Awaited<ReturnType<typeof startRealSidecar>>;

beforeAll(async () => {
  if (hasData) started = await startRealSidecar();
});

afterAll(async () => {
  if (hasData) await started.sidecar.stop();
});

const read = async (path: string) => {
  const bytes = readFileSync(`${data}/${path}`);
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const objects = createMemoryObjectStore();
  const content = { workspaceId: 'w', contentHash };
  await objects.put({ ...content, what: 'source' }, bytes);
  const fileName = basename(path);
  const { sidecar, embedder, clock, log } = started;
  const parser = createParser({ sidecar, clock, log });
  const unit = { content, fileName, requestId: `${contentHash.slice(0, 16)}.${fileName}` };
  const parsed = await parse({ ...unit, parser, objects, onProgress: () => {} }, never);
  const { countTokens, profile } = embedder;
  return {
    bytes,
    parsed,
    objects,
    content,
    segments: [...segment(parsed, { fileName, profile, countTokens })],
  };
};

describe.skipIf(!hasData)('the real sidecar', () => {
  it('parses a PDF of several windows into segments that the model takes', async () => {
    const { parsed, segments } = await read('pdf/debian/zh/maint-guide.zh-cn.pdf');
    expect(parsed.pageCount).toBe(63);
    expect(parsed.pages).toHaveLength(63);
    const longest = segments.toSorted((a, b) => b.tokenCount - a.tokenCount).slice(0, 40);
    expect(longest[0]?.tokenCount).toBeLessThanOrEqual(256);
    const vectors = await started.embedder.embedTexts(longest.map(embeddedText), 'document', never);
    expect(vectors.every((vector) => Math.abs(Math.hypot(...vector) - 1) < 1e-3)).toBe(true);
  });

  it('counts tokens as the model does, so that 256 are taken and 257 are refused', async () => {
    const words = 'pump '.repeat(254);
    expect(started.embedder.countTokens(words)).toBe(256);
    expect(await started.embedder.embedTexts([words], 'document', never)).toHaveLength(1);
    await expect(
      started.embedder.embedTexts([`${words}pump`], 'document', never),
    ).rejects.toMatchObject({
      code: 'INPUT_TOO_LONG',
    });
  });

  it('loses no word of a page between the parser and the segments', async () => {
    const { parsed, segments } = await read('pdf/docling/2305.03393v1-pg9.pdf');
    const said = new Set(segments.flatMap(({ header, body }) => wordsOf(`${header} ${body}`)));
    const parts = parsed.blocks.flatMap((block) =>
      block.kind === 'table' ? [...block.header, ...block.rows.flat()] : [block.text ?? ''],
    );
    const lost = parts.flatMap(wordsOf).filter((word) => !said.has(word));
    expect(lost).toEqual([]);
  });

  it('draws the page of a segment and finds its words there', async () => {
    const { bytes, segments } = await read('pdf/docling/multi_page.pdf');
    const one = segments.find(({ type, boxes }) => type === 'TEXT' && boxes.length > 0);
    const words = one?.body.split('\n')[0]?.split(' ').slice(0, 4).join(' ') ?? '';
    const page = one?.pages[0] ?? 1;
    const renderer = createPageRenderer(started.sidecar);
    const drawn = await renderer.render(
      bytes,
      page,
      { dpi: 96, boxes: one?.boxes ?? [], words },
      never,
    );
    expect(drawn.widthPx).toBe(Math.round((drawn.width / 72) * 96));
    expect(Buffer.from(drawn.image.subarray(1, 4)).toString()).toBe('PNG');
    expect(drawn.found).toMatchObject([{ page }]);
  });

  it('reads Markdown with headings and without pages', async () => {
    const { parsed, segments } = await read('md/wiki.md');
    expect(parsed.pageCount).toBe(0);
    expect(segments.map(({ header }) => header)).toContain('IBM (wiki) › 1910s–1950s');
    expect(segments.every(({ pages }) => pages.length === 0)).toBe(true);
  });

  it.each([
    ['adversarial/empty.pdf', 'EMPTY_DOCUMENT'],
    ['adversarial/header-only.pdf', 'CORRUPT_FILE'],
    ['adversarial/html-as.pdf', 'TYPE_MISMATCH'],
    ['adversarial/20000-empty-pages.pdf', 'TOO_MANY_PAGES'],
    [
      'pdf/py-pdf-sample-files/005-libreoffice-writer-password/libreoffice-writer-password.pdf',
      'PASSWORD_REQUIRED',
    ],
  ])('ends %s with %s', async (path, code) => {
    const error = await read(path).catch((reason: unknown) => reason);
    expect(isVerdict(error)).toBe(true);
    expect(error).toMatchObject({ name: 'Terminal', code });
  });
});
