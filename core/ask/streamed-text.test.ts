import { describe, expect, it } from 'vitest';
import { createTextReader } from './streamed-text.ts';

/** Everything that was shown, when the reply arrives in pieces of `size` characters. */
const shownOf = (reply: string, size: number): readonly string[] => {
  const shown: string[] = [];
  const reader = createTextReader((text) => shown.push(text));
  for (let at = 0; at < reply.length; at += size) reader.push(reply.slice(at, at + size));
  return shown;
};

describe('streamed text', () => {
  const answer = 'Line one.[^1]\n"Quoted" — 中文 ‘é’.[^2] End';
  const reply = JSON.stringify({ status: 'ANSWERED', answer });

  it.each([1, 2, 3, 7, 1_000])('is decoded whole in pieces of %i characters', (size) => {
    expect(shownOf(reply, size).at(-1)).toBe('Line one.\n"Quoted" — 中文 ‘é’. End');
  });

  it('never shows a protocol field or a piece of a marker', () => {
    for (const text of shownOf(reply, 1)) expect(text).not.toMatch(/status|ANSWERED|\[|\^/);
  });

  it('decodes escaped characters', () => {
    expect(shownOf(String.raw`{"answer":"caf\u00e9 \\ \/ \t."}`, 4).at(-1)).toBe('café \\ / \t.');
  });

  it('shows nothing of a reply that is no answer', () => {
    expect(shownOf('I would rather chat.', 3)).toEqual([]);
  });
});
