import { describe, expect, it } from 'vitest';
import { embeddedText } from '#core/domain/segment.ts';
import type { DraftSegment } from '#core/domain/segment.ts';
import type { Block } from '#core/domain/parsed.ts';
import { countWords } from '#core/testing/count-words.ts';
import {
  boxAt,
  code,
  heading,
  listItem,
  paragraph,
  parsedDocument,
} from '#core/testing/parsed-document.ts';
import { segment } from './2-segment.ts';

const maximumTokens = 256;

const segmentsOf = (
  blocks: readonly Block[],
  title: string | null = 'Manual',
  fileName = 'manual.pdf',
) => [
  ...segment(parsedDocument(blocks, title), {
    fileName,
    profile: { maximumTokens },
    countTokens: countWords,
  }),
];

const expectWithinMaximum = (segments: readonly DraftSegment[]): void => {
  for (const one of segments) {
    expect(countWords(embeddedText(one))).toBeLessThanOrEqual(maximumTokens);
    expect(one.tokenCount).toBe(countWords(embeddedText(one)));
  }
};

const sentence = (about: string): string =>
  `The ${about} is opened before the pump is started again.`;
const prose = (count: number, about = 'valve'): string =>
  Array.from({ length: count }, (_, index) => sentence(`${about} number ${index}`)).join(' ');
const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

describe('text', () => {
  it('stands under its title and headings', () => {
    const [one] = segmentsOf([heading('Safety'), heading('Valves', 2), paragraph(prose(8))]);
    expect(one).toMatchObject({
      type: 'TEXT',
      header: 'Manual › Safety › Valves',
      headingPath: ['Safety', 'Valves'],
      pages: [1],
    });
  });

  it('takes the name of the file where the content has no title of its own', () => {
    const headers = [null, 'Microsoft Word - a.doc', 'untitled'].map(
      (title) => segmentsOf([paragraph(prose(1))], title, 'pump_manual_2024.pdf')[0]?.header,
    );
    expect(headers).toEqual(Array.from({ length: 3 }, () => 'pump manual 2024'));
  });

  it.each([
    ['ACME_2022_10K.pdf', 'Annual report (ACME 2022 10K)'],
    ['annual-report.pdf', 'Annual report'],
    ['Scan 20240131 final.pdf', 'Annual report'],
    ['9f86d081884c7d65.pdf', 'Annual report'],
  ])('says beside the title what only the name %s tells', (fileName, header) => {
    expect(segmentsOf([paragraph(prose(1))], 'Annual report', fileName)[0]?.header).toBe(header);
  });

  it('does not say a heading again that the title says', () => {
    const [one] = segmentsOf([heading('Pump P-20'), paragraph(prose(1))], 'Pump P-20: manual');
    expect(one).toMatchObject({ header: 'Pump P-20: manual', headingPath: ['Pump P-20'] });
  });

  it('ends at sentences, loses none and stays within the maximum', () => {
    const text = prose(120);
    const segments = segmentsOf([heading('Valves'), paragraph(text)]);
    expect(segments.length).toBeGreaterThan(5);
    expectWithinMaximum(segments);
    for (const { body } of segments) expect(body).toMatch(/^The [^]*again\.$/);
    expect(segments.flatMap(({ body }) => words(body))).toEqual(words(text));
  });

  it('keeps a condition and its consequence together wherever the sentence falls', () => {
    const rule =
      'If the pressure exceeds 12 bar, the relief valve must be replaced within 24 hours.';
    for (let before = 0; before < 30; before += 1) {
      const segments = segmentsOf([paragraph(`${prose(before)} ${rule} ${prose(30)}`)]);
      expect(segments.filter(({ body }) => body.includes(rule))).toHaveLength(1);
    }
  });

  it('keeps list items whole', () => {
    const items = Array.from(
      { length: 30 },
      (_, index) => `Step ${index}: ${sentence('lid')} Wait.`,
    );
    const segments = segmentsOf(items.map((item) => listItem(item)));
    expectWithinMaximum(segments);
    for (const item of items) {
      expect(segments.filter(({ body }) => body.includes(`• ${item}`))).toHaveLength(1);
    }
  });

  it.each(['Do this in order:', 'Regular maintenance'])(
    'keeps “%s” with what it introduces, wherever a segment is full',
    (introduction) => {
      for (let before = 1; before < 30; before += 1) {
        const segments = segmentsOf([
          paragraph(prose(before)),
          paragraph(introduction),
          paragraph(`First of all, ${sentence('lid')}`),
          paragraph(prose(20)),
        ]);
        const [one] = segments.filter(({ body }) => body.includes(introduction));
        expect(one?.body).toContain('First of all');
      }
    },
  );

  it('leaves code as it was written', () => {
    const source = 'def read_value(self):\n    if <flag> is None:\n\n        return __init__\n';
    const [one] = segmentsOf([paragraph('Read it so.'), code(source)]);
    expect(one?.body).toContain(source.trimEnd());
  });

  it('cuts code that is too long between lines only', () => {
    const lines = Array.from(
      { length: 200 },
      (_, index) => `    value_${index} = read_register(${index});`,
    );
    const segments = segmentsOf([code(lines.join('\n'))]);
    expectWithinMaximum(segments);
    expect(segments.flatMap(({ body }) => body.split('\n'))).toEqual(lines);
  });

  it('joins small sections under one heading, and keeps their headings as words', () => {
    const questions = ['Colour', 'Weight', 'Voltage'];
    const small = questions.flatMap((name) => [heading(name, 2), paragraph(`It is ${name} one.`)]);
    const [one, ...others] = segmentsOf([heading('Data'), ...small]);
    expect(others).toEqual([]);
    expect(one?.header).toBe('Manual › Data');
    expect(one?.body).toBe(
      'Colour\nIt is Colour one.\nWeight\nIt is Weight one.\nVoltage\nIt is Voltage one.',
    );
  });

  it('keeps large sections apart', () => {
    const segments = segmentsOf([
      heading('One'),
      paragraph(prose(9)),
      heading('Two'),
      paragraph(prose(9)),
    ]);
    expect(segments.map(({ header }) => header)).toEqual(['Manual › One', 'Manual › Two']);
  });

  it('makes a heading without text a passage of its own', () => {
    const segments = segmentsOf([
      heading('One'),
      paragraph(prose(9)),
      heading('Appendix with nothing'),
    ]);
    expect(segments.at(-1)).toMatchObject({ body: 'Appendix with nothing', header: 'Manual' });
  });

  it('puts a sentence together again that a page edge interrupted, and knows both pages', () => {
    const [one] = segmentsOf([
      paragraph('If the pressure exceeds 12 bar, the relief', 1, 50),
      { kind: 'footnote', text: 'See the annex.', page: 1, boxes: [boxAt(1, 51)] },
      paragraph('valve must be replaced.', 2, 0),
    ]);
    expect(one?.body).toContain('12 bar, the relief valve must be replaced.');
    expect(one?.pages).toEqual([1, 2]);
  });

  it('cuts unbroken text as a last resort and loses no character', () => {
    const text = 'x1'.repeat(20_000);
    const segments = segmentsOf([paragraph(text)]);
    expectWithinMaximum(segments);
    expect(segments.map(({ body }) => body).join('')).toBe(text);
  });

  it('cuts Chinese at its own stops', () => {
    const text = '如果压力超过十二巴，必须在二十四小时内更换安全阀。'.repeat(60);
    const segments = segmentsOf([heading('安全'), paragraph(text)]);
    expectWithinMaximum(segments);
    for (const { body } of segments) expect(body).toMatch(/^如果[^]*。$/u);
    expect(segments.map(({ body }) => body).join('')).toBe(text);
  });

  it('never splits a character that people see as one', () => {
    const family = '👩‍👩‍👧‍👦';
    const segments = segmentsOf([paragraph(family.repeat(2_000))]);
    for (const { body } of segments) expect(body.replaceAll(family, '')).toBe('');
  });

  it('stays within the maximum under headings of any length', () => {
    const long = prose(40);
    const segments = segmentsOf([heading(long), heading(long, 2), paragraph(prose(30))], long);
    expectWithinMaximum(segments);
    expect(segments.every(({ body }) => words(body).length > 20)).toBe(true);
  });
});

describe('every segment', () => {
  it('has its place in the order, and the same hash for the same words', () => {
    const blocks = [heading('A'), paragraph(prose(60)), heading('B'), paragraph(prose(60))];
    const first = segmentsOf(blocks);
    const second = segmentsOf([...blocks, heading('C'), paragraph(prose(30))]);
    expect(first.map(({ order }) => order)).toEqual(first.map((_, index) => index));
    expect(second.slice(0, first.length).map(({ contentHash }) => contentHash)).toEqual(
      first.map(({ contentHash }) => contentHash),
    );
    expect(new Set(first.map(({ contentHash }) => contentHash)).size).toBe(first.length);
  });

  it('is missing for a document without text', () => {
    expect(segmentsOf([])).toEqual([]);
  });
});
