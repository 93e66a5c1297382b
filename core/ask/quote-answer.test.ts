import { describe, expect, it } from 'vitest';
import { countedIds, evidenceOf } from '#core/testing/evidence.ts';
import { citationLabel, parseAnswer } from '#core/text/markdown/footnotes.ts';
import { quoteAnswer } from './quote-answer.ts';

const warranty = 'The warranty lasts 24 months. Keep the receipt. Paint is not covered.';

describe('an answer of quotations', () => {
  it('quotes the sentence that answers, word by word, with its citation', () => {
    const { markdown, citations } = quoteAnswer(
      'How long is the warranty?',
      [evidenceOf(1, 'a', warranty)],
      countedIds(),
    );
    expect(markdown).toBe('> The warranty lasts 24 months.[^1-1]');
    expect(citations[0]?.quote).toBe('The warranty lasts 24 months.');
  });

  it('leaves out passages that share far less with the question', () => {
    const { citations } = quoteAnswer(
      'How long is the warranty of the pump?',
      [
        evidenceOf(1, 'a', 'The warranty of the pump lasts 24 months.'),
        evidenceOf(2, 'b', 'Pumps are blue. Doors are red.'),
      ],
      countedIds(),
    );
    expect(citations.map(({ documentId }) => documentId)).toEqual(['a']);
  });

  it('quotes a table by the row that answers, never by the names of its columns', () => {
    const body =
      'Fault codes\n| Code | Meaning |\n| F-11 | Fault of the pump |\n| F-14 | No water |';
    const asked = 'What does fault F-14 of the pump mean?';
    const { markdown, citations } = quoteAnswer(asked, [evidenceOf(1, 'a', body)], countedIds());
    expect(markdown).toBe(String.raw`> F\-14 · No water[^1-1]`);
    expect(citations[0]?.quote).toBe('| F-14 | No water |');
  });

  it("leaves a list's marker out", () => {
    const body = '• The fee is 5 euros.\n• The fine is 9 euros.';
    const { markdown, citations } = quoteAnswer(
      'What is the fine?',
      [evidenceOf(1, 'a', body)],
      countedIds(),
    );
    expect(markdown).toBe('> The fine is 9 euros.[^1-1]');
    expect(citations[0]?.quote).toBe('The fine is 9 euros.');
  });

  it('lets nothing in a document become mark-up or a citation', () => {
    const { markdown } = quoteAnswer(
      'What about the warranty?',
      [evidenceOf(1, 'a', 'The warranty [^7] is <b>void</b> ![x](http://e.example) | always')],
      countedIds(),
    );
    const { references, illegal } = parseAnswer(markdown, citationLabel);
    expect({ references, illegal }).toEqual({ references: ['1-1'], illegal: [] });
    expect(markdown).not.toContain('<b>');
  });
});
