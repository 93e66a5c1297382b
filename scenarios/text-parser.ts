import { Terminal } from '#core/domain/errors.ts';
import type { Block, ParsedWindow } from '#core/domain/parsed.ts';
import type { ParseRequest } from '#core/ports/parser.ts';
import { createScriptedParser } from '#core/testing/doubles/scripted-parser.ts';
import { heading, paragraph, parsedWindow } from '#core/testing/parsed-document.ts';

/** Between the pages of a file that is called .pdf. */
const pageBreak = '\f';

const blocksOf = (text: string, page: number): readonly Block[] =>
  text
    .split(/\n\s*\n/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, row) => {
      const [, marks, title] = /^(#{1,6}) (.*)$/u.exec(part) ?? [];
      return marks !== undefined && title !== undefined
        ? heading(title, marks.length, page, row)
        : paragraph(part, page, row);
    });

const flowing = (text: string): ParsedWindow => ({
  ...parsedWindow([], { pageCount: 0, firstPage: 0, lastPage: 0 }),
  pages: [],
  blocks: blocksOf(text, 1).map((block) => ({ ...block, page: null, boxes: [] })),
});

const paged = (text: string, { firstPage, lastPage }: ParseRequest): ParsedWindow => {
  const pages = text.split(pageBreak);
  const last = Math.min(lastPage, pages.length);
  const blocks = pages
    .slice(firstPage - 1, last)
    .flatMap((page, index) => blocksOf(page, firstPage + index));
  return parsedWindow(blocks, { pageCount: pages.length, firstPage, lastPage: last });
};

/**
 * Reads what the tests share without the sidecar: paragraphs between empty lines, `#` headings, and, in a
 * file that is called .pdf, pages between form feeds.
 */
export const createTextParser = () =>
  createScriptedParser((request) => {
    const text = new TextDecoder().decode(request.bytes);
    if (text.trim() === '') throw new Terminal('EMPTY_DOCUMENT', 'the file holds nothing');
    return request.name.toLowerCase().endsWith('.pdf') ? paged(text, request) : flowing(text);
  });
