import { describe, expect, it } from 'vitest';
import { weightedTerms } from './weighted-terms.ts';

describe('the terms of a segment', () => {
  it('hold title, headings and file name more often than the body', () => {
    const terms = weightedTerms({
      title: 'Pump',
      headings: ['Valve'],
      fileName: 'manual.pdf',
      body: 'water',
    });
    const times = (word: string): number => terms.filter((term) => term === word).length;
    expect([times('pump'), times('valv'), times('manual.pdf'), times('water')]).toEqual([
      2, 2, 2, 1,
    ]);
  });

  it('are the body alone where there is nothing else', () => {
    expect(weightedTerms({ title: '', headings: [], fileName: '', body: 'water' })).toEqual([
      'water',
    ]);
  });
});
