import { describe, expect, it } from 'vitest';
import type { ConfirmedSegment } from '#core/domain/segment.ts';
import { candidateOf, segmentOf } from '#core/testing/ask-stage.ts';
import { countedIds } from '#core/testing/evidence.ts';
import { bestSentence, resultCards } from './result-cards.ts';

const ranked = (...segments: readonly ConfirmedSegment[]) =>
  segments.map((segment, index) => candidateOf(segment, 1 / (index + 1)));
const cards = (segments: readonly ConfirmedSegment[], evidence: readonly string[] = []) =>
  resultCards('pump', ranked(...segments), new Set(evidence), countedIds());
const shape = (...given: Parameters<typeof cards>) =>
  cards(...given).map(({ documentId, hits }) => [
    documentId,
    ...hits.map(({ segmentId }) => segmentId.split('.')[2]),
  ]);
const passage = (documentId: string, order: number) => segmentOf(documentId, order, 'text');

describe('result cards', () => {
  it('are one a document, the best first, with the best passage and two more', () => {
    const given = [
      passage('b', 4),
      passage('a', 0),
      passage('b', 1),
      passage('b', 7),
      passage('b', 2),
      passage('a', 3),
    ];
    expect(shape(given)).toEqual([
      ['b', '4', '1', '7'],
      ['a', '0', '3'],
    ]);
  });

  it('are five at most', () => {
    const given = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => passage(name, 0));
    expect(shape(given).map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('hold every piece of evidence, whatever its rank in its document or its document', () => {
    const deep = [0, 1, 2, 3, 4].map((order) => passage('a', order));
    const far = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => passage(name, 0));
    const shown = shape([...deep, ...far], ['a.1.4.TEXT', 'g.1.0.TEXT']);
    expect(shown[0]).toEqual(['a', '0', '1', '2', '4']);
    expect(shown.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
  });

  it('say where a hit stands, with words of it and a link of its own', () => {
    const body = 'Doors are red. The pump runs at 40 bar. Windows are blue.';
    const [card] = cards([segmentOf('a', 6, body), segmentOf('a', 1, 'x', { pages: [] })]);
    expect(card).toMatchObject({ documentName: 'Document a', fileName: 'a.pdf' });
    expect(card?.hits).toMatchObject([
      { page: 7, quote: 'The pump runs at 40 bar.', citationId: 'link-1', score: 1 },
      { page: null, quote: 'x', citationId: 'link-2', score: 0.5 },
    ]);
  });

  it('quote 300 characters at most', () => {
    const [card] = cards([segmentOf('a', 0, `pump ${'x'.repeat(500)}`)]);
    expect(card?.hits[0]?.quote).toHaveLength(300);
  });

  it('are none without candidates', () => {
    expect(cards([])).toEqual([]);
  });
});

describe('the best sentence of a passage', () => {
  it('shares most words with the text; the first among equals', () => {
    const body = 'The pump stops. The pump stops at 60 bar. At 60 bar the pump stops.';
    expect(bestSentence('when does the pump stop at 60 bar?', body)).toBe(
      'The pump stops at 60 bar.',
    );
  });

  it('may be a row of a table', () => {
    expect(bestSentence('bar of the valve', 'pump | 40 bar\nvalve | 10 bar')).toBe(
      'valve | 10 bar',
    );
  });

  it('is the passage itself where none shares a word', () => {
    expect(bestSentence('warranty', ' Doors are red. Windows are blue. ')).toBe(
      'Doors are red. Windows are blue.',
    );
  });
});
