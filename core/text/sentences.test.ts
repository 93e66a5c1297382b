import { describe, expect, it } from 'vitest';
import { sentences } from './sentences.ts';

const texts = (text: string): readonly string[] => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    'See Fig. 3 and e.g. 3.14 is close to pi.',
    'Dr. J. Smith vs. Prof. K. Lee wrote it, i.e. The Book.',
    'Set `a. B. C` to version 1.2.3 in foo.Bar now.',
    'It costs $3.50 per unit, cf. Sec. 4 of vol. 2.',
    'Open https://example.org/a.b?C. then go.',
    '「はい。」と言った。',
    '当 x.y 等于 3.14 时，条件成立；否则不成立。',
  ])('does not cut %j', (text) => {
    expect(texts(text)).toEqual([text]);
  });

  it.each([
    ['It runs. It stops! Why? Yes.', ['It runs.', 'It stops!', 'Why?', 'Yes.']],
    ['他来了。“好！”她说。为什么？', ['他来了。', '“好！”', '她说。', '为什么？']],
    ['設定する。保存する！', ['設定する。', '保存する！']],
    ['He asked for pumps, etc. Then he left.', ['He asked for pumps, etc.', 'Then he left.']],
    ['It is 5. That is all.', ['It is 5.', 'That is all.']],
  ])('cuts %j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('reads a wrapped line as one sentence, and an empty line as its end', () => {
    expect(texts('The pump\nruns fast.\n\nNo stop here\n\nnext')).toEqual([
      'The pump\nruns fast.',
      'No stop here',
      'next',
    ]);
  });

  it('ends a sentence at list items, headings and rows', () => {
    expect(texts('# Title\nIntro\n- one\n- two\n1. first\n2. second')).toEqual([
      '# Title',
      'Intro',
      '- one',
      '- two',
      '1. first',
      '2. second',
    ]);
  });

  it('keeps a fenced block in one piece', () => {
    const block = '```js\na(); // One. Two.\n\nb.C();\n```';
    expect(texts(`Run this.\n${block}\nDone.`)).toEqual(['Run this.', block, 'Done.']);
  });

  it('gives offsets into the text, and loses nothing but white space', () => {
    const text = '  One. 二。\r\n\r\nThree 😀! Fig. 4.  ';
    const found = sentences(text);
    for (const { start, end, text: words } of found) expect(text.slice(start, end)).toBe(words);
    expect(
      found
        .map((sentence) => sentence.text)
        .join('')
        .replaceAll(/\s/gu, ''),
    ).toBe(text.replaceAll(/\s/gu, ''));
  });

  it('has none in an empty text', () => {
    expect(sentences(' \n ')).toEqual([]);
  });
});
