import { describe, expect, it } from 'vitest';
import { countedIds, evidenceOf } from '#core/testing/evidence.ts';
import { parseAnswer, citationLabel } from '#core/text/markdown/footnotes.ts';
import { cite } from './10-cite.ts';

const evidence = [
  evidenceOf(1, 'a', 'The pump runs at 40 bar. It stops at 60 bar.'),
  evidenceOf(2, 'b', 'The valve opens by hand.'),
  evidenceOf(3, 'a', 'The filter is changed every 90 days.'),
];
const cited = (draft: string) => cite(draft, evidence, countedIds());
const valid = (draft: string) => {
  const result = cited(draft);
  if (result.kind !== 'valid') throw new Error(result.why);
  return result;
};

describe('citing', () => {
  it('renumbers by document and passage in order of first use', () => {
    const { markdown, citations } = valid('Filter.[^3] Valve.[^2] Pump.[^1] Filter again.[^3]');
    expect(markdown.trim()).toBe('Filter.[^1-1] Valve.[^2-1] Pump.[^1-2] Filter again.[^1-1]');
    expect(citations.map(({ label }) => label)).toEqual(['1-1', '2-1', '1-2']);
  });

  it('keeps exactly the used evidence: footer and text name the same labels', () => {
    const { markdown, citations } = valid('The pump runs at 40 bar.[^1][^2]');
    const inText = parseAnswer(markdown, citationLabel).references;
    expect(new Set(inText)).toEqual(new Set(citations.map(({ label }) => label)));
    expect(citations.map(({ documentId }) => documentId)).toEqual(['a', 'b']);
  });

  it('leaves indexes, ranges, code and formulas alone', () => {
    const { markdown, citations } = valid('`arr[^1]` and arr[1] in [2024-2025], see [^2].');
    expect(markdown).toContain('`arr[^1]` and arr\\[1] in');
    expect(citations.map(({ documentId }) => documentId)).toEqual(['b']);
  });

  it.each([
    ['Known to nobody.[^9]', 'invalid_citation', /\[\^9\]/],
    ['Two in one.[^1,2]', 'invalid_citation', /\[\^1,2\]/],
    ['No proof at all.', 'missing_citation', /cites no passage/],
    ['   ', 'invalid_model_response', /empty/],
  ])('refuses %j as %s and says exactly why', (draft, reason, why) => {
    expect(cited(draft)).toMatchObject({ kind: 'invalid', reason });
    expect(cited(draft)).toHaveProperty('why', expect.stringMatching(why));
  });

  it('does not take a definition that the model wrote for a citation', () => {
    expect(cited('No proof.\n\n[^1]: The pump runs.')).toMatchObject({
      reason: 'missing_citation',
    });
  });

  it('removes links, images and raw HTML, which are a way to leak', () => {
    const { markdown } = valid(
      'See [here](https://evil.example/?q=secret) ![x](https://evil.example/i.png)<img src=x> now.[^1]',
    );
    expect(markdown).not.toMatch(/https?:|<img|!\[/);
    expect(markdown).toContain('here');
  });

  it('quotes the words of the passage that the sentence rests on', () => {
    const [citation] = valid('It stops when 60 bar are reached.[^1]').citations;
    expect(citation?.quote).toBe('It stops at 60 bar.');
  });

  it('quotes the passage whole where no sentence of it has a word of the claim', () => {
    const [citation] = valid('Quite so indeed.[^2]').citations;
    expect(citation?.quote).toBe('The valve opens by hand.');
  });

  it('marks numbers that the passage does not confirm, and only those', () => {
    const [citation] = valid('The pump runs at 45 bar.[^1]').citations;
    expect(citation?.unconfirmed).toEqual(['45']);
    expect(valid('The pump runs at 40 bar.[^1]').citations[0]?.unconfirmed).toEqual([]);
  });
});
