import { describe, expect, it } from 'vitest';
import type { Block } from '#core/domain/parsed.ts';
import { heading, paragraph, parsedWindow, table } from '#core/testing/parsed-document.ts';
import { mergeWindows } from './merge-windows.ts';

const header = ['Part', 'Price'];
const merged = (first: readonly Block[], second: readonly Block[]) =>
  mergeWindows([
    parsedWindow(first, { title: 'Prices', pageCount: 40, lastPage: 20 }),
    parsedWindow(second, { pageCount: 40, firstPage: 21, lastPage: 40 }),
  ]);
const start = table(header, [['Bolt', '1']], { page: 20, caption: 'Table 2' });

describe('merging windows', () => {
  it('gives one document with all pages in order', () => {
    const document = merged([heading('A', 1, 20)], [paragraph('Text.', 21)]);
    expect(document).toMatchObject({ title: 'Prices', pageCount: 40, firstPage: 1, lastPage: 40 });
    expect(document.pages.map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph']);
  });

  it.each([
    ['under a repeated header', table(header, [['Nut', '2']], { page: 21 })],
    ['with the header repeated as a row', table([], [header, ['Nut', '2']], { page: 21 })],
    ['without a header', table([], [['Nut', '2']], { page: 21 })],
    [
      'with a caption that says so',
      table(header, [['Nut', '2']], { page: 21, caption: 'Table 2 (continued)' }),
    ],
  ])('joins a table that goes on over the edge %s', (_name, next) => {
    const { blocks } = merged([start], [next, paragraph('After.', 21)]);
    expect(blocks).toHaveLength(2);
    expect(blocks[0]).toMatchObject({
      kind: 'table',
      header,
      rows: [
        ['Bolt', '1'],
        ['Nut', '2'],
      ],
      caption: 'Table 2',
      rowBoxes: [{ page: 20 }, { page: 21 }],
      boxes: [{ page: 20 }, { page: 21 }],
    });
  });

  it('joins a table over three pages within one window', () => {
    const parts = [20, 21, 22].map((page) => table(header, [[`Part ${page}`, '1']], { page }));
    const { blocks } = merged(parts.slice(0, 1), parts.slice(1));
    expect(blocks).toMatchObject([
      {
        rows: [
          ['Part 20', '1'],
          ['Part 21', '1'],
          ['Part 22', '1'],
        ],
      },
    ]);
  });

  it.each([
    ['other columns', table(['Part', 'Weight'], [['Nut', '2']], { page: 21 })],
    ['another width', table([], [['Nut', '2', '3']], { page: 21 })],
    ['another caption', table(header, [['Nut', '2']], { page: 21, caption: 'Table 3' })],
    ['a page between', table(header, [['Nut', '2']], { page: 22 })],
  ])('keeps tables apart with %s', (_name, next) => {
    expect(merged([start], [next]).blocks).toHaveLength(2);
  });

  it('keeps tables apart with text between them', () => {
    const next = table(header, [['Nut', '2']], { page: 21 });
    expect(merged([start], [paragraph('Then.', 21), next]).blocks).toHaveLength(3);
  });
});
