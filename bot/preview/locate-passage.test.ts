import { describe, expect, it } from 'vitest';
import type { Block } from '#core/domain/parsed.ts';
import { locatePassage, textsOf } from './locate-passage.ts';

const place = { page: null, boxes: [] };
const paragraph = (text: string): Block => ({ kind: 'paragraph', text, ...place });
const heading = (text: string): Block => ({ kind: 'heading', level: 2, text, ...place });
const table = (header: string[], rows: string[][]): Block => ({
  kind: 'table',
  header,
  rows,
  rowBoxes: rows.map(() => null),
  caption: null,
  ...place,
});

const marked = (blocks: readonly Block[], quote: string, path: readonly string[] = []) =>
  locatePassage(blocks, quote, path).map(({ block, text, start, end }) => {
    const content = blocks[block];
    return [block, (content && textsOf(content)[text])?.slice(start, end)];
  });

describe('a passage in a text without pages', () => {
  it('is found exactly, whatever the white space', () => {
    const blocks = [paragraph('One thing.'), paragraph('Change the filter\nevery month. Or not.')];
    expect(marked(blocks, 'Change the  filter every month')).toEqual([
      [1, 'Change the filter\nevery month'],
    ]);
  });

  it('goes over several blocks', () => {
    const blocks = [paragraph('It begins here'), paragraph('and ends there. More.')];
    expect(marked(blocks, 'begins here\n\nand ends there.')).toEqual([
      [0, 'begins here'],
      [1, 'and ends there'],
    ]);
  });

  it('is found in Chinese, with accents of either form and with ligatures', () => {
    expect(marked([paragraph('滤网应每月更换一次。')], '每月更换一次')).toEqual([
      [0, '每月更换一次'],
    ]);
    expect(marked([paragraph('Le cafe\u0301 est prêt')], 'caf\u00E9 est')).toEqual([
      [0, 'cafe\u0301 est'],
    ]);
    expect(marked([paragraph('the ﬁlter light')], 'filter light')).toEqual([[0, 'ﬁlter light']]);
  });

  it('that stands twice is marked under its own heading', () => {
    const blocks = [
      heading('Old'),
      paragraph('Same words.'),
      heading('New'),
      paragraph('Same words.'),
    ];
    expect(marked(blocks, 'Same words', ['Guide', 'New'])).toEqual([[3, 'Same words']]);
  });

  it('marks the row of a table that is quoted with its header', () => {
    const blocks = [
      table(
        ['Code', 'Meaning'],
        [
          ['3', 'not reachable'],
          ['4', 'not allowed'],
        ],
      ),
    ];
    expect(marked(blocks, 'Code: 4; Meaning: not allowed')).toEqual([
      [0, '4'],
      [0, 'not allowed'],
    ]);
  });

  it('marks nothing rather than a wrong place', () => {
    const blocks = [paragraph('Something else.'), table(['A', 'B'], [['1', '2']])];
    expect(marked(blocks, 'words that do not stand there')).toEqual([]);
    expect(marked(blocks, 'A: 1')).toEqual([]);
    expect(marked(blocks, '…')).toEqual([]);
  });
});
