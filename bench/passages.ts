import { z } from 'zod';
import type { Block, ParsedWindow } from '#core/domain/parsed.ts';
import type { Parser } from '#core/ports/parser.ts';
import type { DatasetPassage } from './dataset.ts';
import { openLibrary } from './library.ts';
import type { BenchFile, BenchLibrary } from './library.ts';

const contentSchema = z.object({ title: z.string(), text: z.string() });

/** A name that says nothing, so that only title and text are searched. */
const fileName = 'document.txt';

/** A passage is a document without pages: its title, and a paragraph for each stretch between blank lines. */
const windowOf = (bytes: Uint8Array): ParsedWindow => {
  const { title, text } = contentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const blocks = text
    .split(/\n\s*\n/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Block => ({ kind: 'paragraph', text: part, page: null, boxes: [] }));
  return {
    title: title === '' ? null : title,
    pageCount: 0,
    firstPage: 0,
    lastPage: 0,
    pages: [],
    blocks:
      blocks.length > 0 ? blocks : [{ kind: 'paragraph', text: title, page: null, boxes: [] }],
    warnings: [],
  };
};

const parser: Parser = {
  parse: (request) => Promise.resolve(windowOf(request.bytes)),
  picture: () => Promise.reject(new Error('a passage holds no pictures')),
  acknowledge: () => Promise.resolve(),
};

/** Each passage of a set as a document of its own. */
export const openPassages = (passages: readonly DatasetPassage[]): Promise<BenchLibrary> =>
  openLibrary(
    passages.map(({ id, title, text }): BenchFile => {
      const bytes = new TextEncoder().encode(JSON.stringify({ title, text }));
      return { id, name: fileName, bytes };
    }),
    { makeParser: () => parser, sources: ['bench/passages.ts'] },
  );
