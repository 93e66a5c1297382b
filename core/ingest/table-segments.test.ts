import { describe, expect, it } from 'vitest';
import { embeddedText } from '#core/domain/segment.ts';
import type { DraftSegment } from '#core/domain/segment.ts';
import type { Block } from '#core/domain/parsed.ts';
import { countWords } from '#core/testing/count-words.ts';
import {
  heading,
  paragraph,
  parsedDocument,
  picture,
  table,
} from '#core/testing/parsed-document.ts';
import { segment } from './2-segment.ts';

const maximumTokens = 256;

const segmentsOf = (blocks: readonly Block[]) => [
  ...segment(parsedDocument(blocks), {
    fileName: 'manual.pdf',
    profile: { maximumTokens },
    countTokens: countWords,
  }),
];

const expectWithinMaximum = (segments: readonly DraftSegment[]): void => {
  for (const one of segments) {
    expect(countWords(embeddedText(one))).toBeLessThanOrEqual(maximumTokens);
  }
};

const prose = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `Valve ${index} is opened before the pump starts.`,
  ).join(' ');
const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

describe('a table', () => {
  const header = ['Region', 'Revenue 2022', 'Revenue 2021'];
  const rows = Array.from({ length: 500 }, (_, index) => [
    `Region ${index}`,
    `${index}.5 million`,
    `${index}.1 million`,
  ]);

  it('stays whole where it fits, with its caption', () => {
    const [one, ...others] = segmentsOf([
      table(header, rows.slice(0, 3), { caption: 'Table 1: Sales' }),
    ]);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      type: 'TABLE',
      body: [
        'Table 1: Sales',
        '| Region | Revenue 2022 | Revenue 2021 |',
        '| Region 0 | 0.5 million | 0.1 million |',
        '| Region 1 | 1.5 million | 1.1 million |',
        '| Region 2 | 2.5 million | 2.1 million |',
      ].join('\n'),
    });
  });

  it('of 500 rows repeats caption and column names in every segment and keeps every row once', () => {
    const segments = segmentsOf([
      heading('Sales'),
      table(header, rows, { caption: 'Table 1: Sales' }),
    ]);
    expectWithinMaximum(segments);
    const start = 'Table 1: Sales\n| Region | Revenue 2022 | Revenue 2021 |\n';
    const printed = segments.flatMap(({ body, type }) => {
      expect(type).toBe('TABLE');
      expect(body.startsWith(start)).toBe(true);
      return body.slice(start.length).split('\n');
    });
    expect(printed).toEqual(rows.map((row) => `| ${row.join(' | ')} |`));
  });

  it('knows where the rows of a segment stand', () => {
    const [first, second] = segmentsOf([table(header, rows.slice(0, 30))]);
    expect(first?.boxes[0]?.top).toBe(86);
    expect(second?.boxes[0]?.top).toBe(first?.boxes[0]?.bottom && first.boxes[0].bottom + 2);
  });

  it('labels each value where one row alone is too long', () => {
    const long = prose(40);
    const segments = segmentsOf([
      table(['Part', 'Instructions', 'Tool'], [['Valve 7', long, 'Wrench']]),
    ]);
    expectWithinMaximum(segments);
    expect(segments.length).toBeGreaterThan(1);
    const lines = segments.flatMap(({ body }) => body.split('\n').slice(1));
    expect(lines.every((line) => /^Valve 7 – (?:Instructions|Tool): /.test(line))).toBe(true);
    const values = lines.map((line) => line.replace(/^Valve 7 – \w+: /, '')).join(' ');
    expect(words(values)).toEqual(words(`${long} Wrench`));
  });

  it('names columns at their values where the names would fill the segment', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Measured quantity ${index}`);
    const values = names.map((_, index) => `${index}.25`);
    const segments = segmentsOf([table(['Pump', ...names], [['P-1', ...values]])]);
    expectWithinMaximum(segments);
    const body = segments.map((one) => one.body).join('\n');
    expect(body).toContain('P-1 – Measured quantity 41: 41.25');
  });

  it('prints signs in columns of their own with the number', () => {
    const [one] = segmentsOf([
      table(
        ['', '', '2022', ''],
        [
          ['Sales', '$', '12,385', ''],
          ['Growth', '', '12', '%'],
        ],
      ),
    ]);
    expect(one?.body).toBe('|  | 2022 |\n| Sales | $12,385 |\n| Growth | 12% |');
  });

  it('is introduced by the sentence before it where it has no caption', () => {
    const segments = segmentsOf([
      paragraph(`${prose(8)} Sales by region were as follows:`),
      table(header, rows.slice(0, 2)),
    ]);
    expect(segments.at(-1)?.body).toMatch(/^Sales by region were as follows:\n\| Region/);
  });
});

describe('a picture', () => {
  it('is found by its caption, its alternative text, the sentence about it and the text in it', () => {
    const segments = segmentsOf([
      paragraph(`${prose(8)} Figure 3 shows the pressure over a day.`),
      paragraph(prose(8)),
      picture({ caption: 'Figure 3. Pressure', alternativeText: 'A curve', text: '12 bar' }, 7, 4),
    ]);
    expect(segments.filter(({ type }) => type === 'DOCUMENT_IMAGE')).toMatchObject([
      {
        body: 'Figure 3. Pressure\nA curve\nFigure 3 shows the pressure over a day.\n12 bar',
        picture: 7,
        pages: [4],
      },
    ]);
  });

  it('without words of its own is no passage', () => {
    expect(segmentsOf([paragraph(prose(1)), picture({})])).toHaveLength(1);
  });
});
