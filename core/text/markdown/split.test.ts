import type { Nodes, Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from './footnotes.ts';
import { plainText, walkTree } from './parse-markdown.ts';
import { split } from './split.ts';
import { toMarkdown } from './to-markdown.ts';

const parts = (text: string, maximum: number): readonly string[] =>
  split(parseAnswer(text).tree, maximum).map((part) => toMarkdown(part).trimEnd());

const letters = (text: string): string => text.replaceAll(/\s/gu, '');

const wordsOf = (trees: readonly Root[]): string =>
  letters(trees.map((tree) => plainText(tree)).join(''));

/** The letters of trees in an order of their own: cells of one row change places when it is spread. */
const all = (trees: readonly Root[]): string => Array.from(wordsOf(trees)).toSorted().join('');

const ofType = (tree: Root, type: Nodes['type']): readonly Nodes[] =>
  [...walkTree(tree)].filter((node) => node.type === type);

const sentence = (number: number): string =>
  `Statement number ${number} says something useful [^${(number % 9) + 1}].`;
const prose = Array.from({ length: 60 }, (_, index) => sentence(index)).join(' ');
const code = Array.from(
  { length: 80 },
  (_, index) => `  const value${index} = call(${index});`,
).join('\n');
const table = [
  '| Name | Value |',
  '| --- | --- |',
  ...Array.from({ length: 60 }, (_, index) => `| name${index} | value ${index} [^1] |`),
].join('\n');
const long = `# Title\n\n${prose}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${table}\n\n**${prose.replaceAll(/\[\^\d\]/gu, '')}**\n`;

describe('an answer in parts', () => {
  it('is one part where it fits', () => {
    expect(parts('Short [^1].', 100)).toEqual(['Short [^1].']);
  });

  it.each([300, 900, 1_900, 3_900])('never exceeds %i and loses no words', (maximum) => {
    const { tree } = parseAnswer(long);
    const found = split(tree, maximum);
    expect(found.length).toBeGreaterThan(2);
    for (const part of found)
      expect(toMarkdown(part).trimEnd().length).toBeLessThanOrEqual(maximum);
    const header = letters('NameValue');
    expect(wordsOf(found).replaceAll(header, '')).toBe(wordsOf([tree]).replaceAll(header, ''));
    const cited = found.flatMap((part) => ofType(part, 'footnoteReference'));
    expect(cited.length).toBe(ofType(tree, 'footnoteReference').length);
  });

  it('closes a fence and opens it again with its language', () => {
    for (const part of parts(`\`\`\`ts\n${code}\n\`\`\``, 400)) {
      expect(part.startsWith('```ts\n')).toBe(true);
      expect(part.endsWith('\n```')).toBe(true);
    }
  });

  it('repeats the header of a table in every part', () => {
    const found = parts(table, 400);
    expect(found.length).toBeGreaterThan(3);
    for (const part of found) expect(part.startsWith('| Name | Value |\n')).toBe(true);
  });

  it('goes on counting a list', () => {
    const list = Array.from(
      { length: 30 },
      (_, index) => `${index + 1}. item number ${index + 1}`,
    ).join('\n');
    const found = parts(list, 200);
    expect(found[1]).toMatch(/^\d+\. item number (\d+)/u);
    expect(found[1]?.startsWith('1.')).toBe(false);
    expect(found.join('\n')).toContain('30. item number 30');
  });

  it('cuts after a sentence, and never before a citation', () => {
    for (const part of parts(prose, 500)) {
      expect(part.startsWith('[^')).toBe(false);
      expect(part).toMatch(/\.$/u);
    }
  });

  it('closes emphasis at a cut and opens it again', () => {
    for (const part of parts(`**${'strong words here '.repeat(60).trim()}**`, 200)) {
      expect(part).toMatch(/^\*\*strong.*\*\*$|^\*\*(?:words|here).*\*\*$/u);
    }
  });

  it.each([
    ['one long word', 'x'.repeat(3_000)],
    ['one long line of code', `\`\`\`\n${'y'.repeat(3_000)}\n\`\`\``],
    ['Chinese', '这是一个很长的句子，没有空格。'.repeat(200)],
    ['emoji', '😀'.repeat(1_000)],
    ['a long list item', `- ${'word '.repeat(600)}\n- next`],
    ['a long quotation', `> ${'word '.repeat(600)}`],
    ['a long cell', `| a | b |\n| - | - |\n| ${'cell '.repeat(300)} | ${'other '.repeat(200)} |`],
    ['a nested list', `- a\n  - ${'deep '.repeat(300)}\n  - ${'more '.repeat(300)}`],
  ])('copes with %s', (_, text) => {
    const { tree } = parseAnswer(text);
    const found = split(tree, 500);
    for (const part of found) expect(toMarkdown(part).trimEnd().length).toBeLessThanOrEqual(500);
    expect(all(found).replace(/^a+b+/u, '')).toContain(all([tree]).replace(/^a+b+/u, ''));
  });
});
