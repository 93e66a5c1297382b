import { describe, expect, it } from 'vitest';
import { parseAnswer } from '#core/text/markdown/footnotes.ts';
import { claimsOf } from './claims.ts';

const claims = (markdown: string) =>
  claimsOf(parseAnswer(markdown).tree).map(({ text, numbers }) => [text, ...numbers]);

describe('the sentences of an answer and what they cite', () => {
  it('gives a marker to the sentence directly before it', () => {
    expect(claims('It runs at 40 bar.[^1] It stops at 60.[^2]')).toEqual([
      ['It runs at 40 bar.', '1'],
      ['It stops at 60.', '2'],
    ]);
  });

  it('gives it to that sentence across a space, and before the full stop too', () => {
    expect(claims('It runs. [^1] It stops [^2].')).toEqual([
      ['It runs.', '1'],
      ['It stops .', '2'],
    ]);
  });

  it('keeps several markers of one sentence, each once', () => {
    expect(claims('It runs[^1] at 40 bar.[^2][^1]')).toEqual([['It runs at 40 bar.', '1', '2']]);
  });

  it('leaves a sentence without a marker uncited', () => {
    expect(claims('It runs. It stops.[^1]')).toEqual([['It runs.'], ['It stops.', '1']]);
  });

  it('gives a marker at the beginning to the sentence that follows it', () => {
    expect(claims('[^1] It runs at 40 bar.')).toEqual([['It runs at 40 bar.', '1']]);
  });

  it('reads Chinese sentences', () => {
    expect(claims('保修期为24个月。[^1]油漆不在内。[^2]')).toEqual([
      ['保修期为24个月。', '1'],
      ['油漆不在内。', '2'],
    ]);
  });

  it('reads lists, quotations, headings and rows of a table, each for itself', () => {
    const table = '| part | bar |\n|---|---|\n| pump | 40[^2] |';
    expect(claims(`## Pumps\n\n- It runs.[^1]\n- It stops.\n\n> Keep it.[^3]\n\n${table}`)).toEqual(
      [
        ['Pumps'],
        ['It runs.', '1'],
        ['It stops.'],
        ['Keep it.', '3'],
        ['part bar'],
        ['pump 40', '2'],
      ],
    );
  });

  it('sees through emphasis, keeps inline code, and takes no code block for a claim', () => {
    expect(claims('**It** calls `run()`.[^1]\n\n```\ncode says.[^2]\n```')).toEqual([
      ['It calls `run()`.', '1'],
    ]);
  });
});
