import type { Block, Box, ParsedDocument, ParsedWindow } from '#core/domain/parsed.ts';

/** A line on a page, `row` lines from its top. */
export const boxAt = (page: number, row: number): Box => ({
  page,
  left: 72,
  top: 72 + row * 14,
  right: 540,
  bottom: 84 + row * 14,
});

const placed = (page: number, row: number) => ({ page, boxes: [boxAt(page, row)] });

export const heading = (text: string, level = 1, page = 1, row = 0): Block => ({
  kind: 'heading',
  level,
  text,
  ...placed(page, row),
});

export const paragraph = (text: string, page = 1, row = 0): Block => ({
  kind: 'paragraph',
  text,
  ...placed(page, row),
});

export const listItem = (text: string, page = 1, row = 0): Block => ({
  kind: 'list-item',
  text,
  marker: '•',
  depth: 0,
  ...placed(page, row),
});

export const code = (text: string, page = 1, row = 0): Block => ({
  kind: 'code',
  text,
  language: null,
  ...placed(page, row),
});

export const table = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  options: { readonly page?: number; readonly caption?: string } = {},
): Extract<Block, { readonly kind: 'table' }> => {
  const page = options.page ?? 1;
  return {
    kind: 'table',
    header,
    rows,
    rowBoxes: rows.map((_, row) => boxAt(page, row + 1)),
    caption: options.caption ?? null,
    page,
    boxes: [{ ...boxAt(page, 0), bottom: 84 + rows.length * 14 }],
  };
};

export const picture = (
  words: { readonly caption?: string; readonly alternativeText?: string; readonly text?: string },
  number: number | null = 1,
  page = 1,
): Block => ({
  kind: 'picture',
  picture: number,
  caption: words.caption ?? null,
  alternativeText: words.alternativeText ?? null,
  text: words.text ?? null,
  ...placed(page, 0),
});

/** A window of pages that all had text. */
export const parsedWindow = (
  blocks: readonly Block[],
  {
    title = null,
    pageCount = 1,
    firstPage = 1,
    lastPage = pageCount,
  }: Partial<Pick<ParsedWindow, 'title' | 'pageCount' | 'firstPage' | 'lastPage'>> = {},
): ParsedWindow => ({
  title,
  pageCount,
  firstPage,
  lastPage,
  pages: Array.from({ length: lastPage - firstPage + 1 }, (_, index) => ({
    number: firstPage + index,
    width: 612,
    height: 792,
    rotation: 0,
    hadText: true,
    ocr: false,
  })),
  blocks,
  warnings: [],
});

/** A document of which only the blocks matter. */
export const parsedDocument = (
  blocks: readonly Block[],
  title: string | null = 'Manual',
): ParsedDocument => parsedWindow(blocks, { title });
