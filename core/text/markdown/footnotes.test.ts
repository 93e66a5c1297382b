import { describe, expect, it } from 'vitest';
import { citationLabel, parseAnswer, renumber } from './footnotes.ts';
import { toMarkdown } from './to-markdown.ts';

const references = (text: string): readonly string[] => parseAnswer(text).references;

describe('the citations of an answer', () => {
  it('are found without definitions, in order, side by side as two', () => {
    expect(references('First [^2][^1]. Second [^2].')).toEqual(['2', '1', '2']);
  });

  it('are found in tables, lists, emphasis and after any sign', () => {
    expect(references('| a |\n|---|\n| x [^1] |\n\n- **y[^2]**\n\nGreat![^3] 结果[^4]。')).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  it('are not what looks like one: indexes, ranges, code, formulas, escapes', () => {
    const text = [
      '`a[^1]` and arr[1] and [2024-2025] and \\[^3].',
      '',
      '```',
      'code [^4]',
      '```',
      '',
      '    indented [^5]',
      '',
      String.raw`\( x[^6] \)`,
    ].join('\n');
    expect(references(text)).toEqual([]);
  });

  it('are found beside prices, which are no formula', () => {
    expect(references('It costs $5[^1], later $10 [^2] and $3[^3].')).toEqual(['1', '2', '3']);
    expect(references('Prices in $[^1], not in A$[^2].')).toEqual(['1', '2']);
  });

  it('never come from a definition that the model wrote', () => {
    const { tree, references: found } = parseAnswer(
      'Text [^1].\n\n[^1]: made up\n[^2]: more\n\n    [^3]: inner\n\n    tail\n\nEnd.',
    );
    expect(found).toEqual(['1']);
    expect(toMarkdown(tree)).toBe('Text [^1].\n\nEnd.\n');
  });

  it('are found although a fence at the end stays open', () => {
    expect(references('Text [^1].\n\n```\nopen')).toEqual(['1']);
  });

  it.each(['[^1,2]', '[^1-2]', '[^a]', '[^0]', '[^]', '[^1 ]'])(
    'are not %s, which is reported',
    (marker) => {
      const parsed = parseAnswer(`Text ${marker}.`);
      expect(parsed.references).toEqual([]);
      expect(parsed.illegal).toEqual([marker.slice(2, -1)]);
    },
  );

  it('are not reported as illegal inside code', () => {
    expect(parseAnswer('`[^a]` and\n\n```\n[^1,2]\n```').illegal).toEqual([]);
  });

  it('are labels of a finished answer where that is asked', () => {
    expect(parseAnswer('A [^1-1][^2-1].', citationLabel).references).toEqual(['1-1', '2-1']);
  });
});

describe('renumbering', () => {
  it('gives each reference its label, everywhere, and touches nothing else', () => {
    const { tree } = parseAnswer('A [^3], b [^2], `c[^3]`, d[1] [^1], e [^3].');
    const mapping = new Map([
      ['3', '1-1'],
      ['2', '2-1'],
      ['1', '1-2'],
    ]);
    const text = toMarkdown(renumber(tree, mapping));
    expect(parseAnswer(text, citationLabel).references).toEqual(['1-1', '2-1', '1-2', '1-1']);
    expect(text).toContain('`c[^3]`');
    expect(tree.children).toEqual(
      parseAnswer('A [^3], b [^2], `c[^3]`, d[1] [^1], e [^3].').tree.children,
    );
  });

  it('drops what has no label, and keeps one of equal ones side by side', () => {
    const { tree } = parseAnswer('A [^1][^2][^3] b [^1].');
    const mapping = new Map([
      ['1', '1-1'],
      ['2', '1-1'],
    ]);
    expect(toMarkdown(renumber(tree, mapping))).toBe('A [^1-1] b [^1-1].\n');
  });
});

describe('an answer written and read again', () => {
  it.each([
    'A [^1] and `b_c` and snake_case and 2 * 3 * 4.',
    String.raw`Formulas $x_1[2]$ and $a*b*c$, \[ a_b^* \] and $$\sum_i x_i$$.`,
    '- one\n- two\n  - three\n\n1. a\n2. b',
    '5. five\n6. six',
    '| a | b |\n|:--|--:|\n| x \\| y | [^1] |',
    '> quoted\n\n```ts\nconst a = "[^1]";\n```',
    '# Head\n\n~~old~~ **new** *maybe*\n\n---\n\nend\\\nline',
    '中文[^1]，**重点**：见表。',
    'Use <T> & "x" < y, # not a heading, + no list',
  ])('stays as it is: %j', (text) => {
    const once = toMarkdown(parseAnswer(text).tree);
    const twice = toMarkdown(parseAnswer(once).tree);
    expect(twice).toBe(once);
    expect(parseAnswer(once).references).toEqual(parseAnswer(text).references);
  });

  it('keeps formulas letter by letter', () => {
    const formula = String.raw`$\mathbf{x}_i^* + y_j^*$`;
    expect(toMarkdown(parseAnswer(`So ${formula} holds.`).tree)).toBe(`So ${formula} holds.\n`);
  });
});
