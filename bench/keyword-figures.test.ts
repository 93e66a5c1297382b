import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keywordFigures } from './keyword-figures.ts';

const data = new URL('../../shared/data/retrieval', import.meta.url).pathname;
const isThere = existsSync(data);

describe.skipIf(!isThere)(
  'the analyzer with plain BM25 (skipped where the shared data is missing)',
  () => {
    // The floors lie just under what bench/README.md records; plain Lucene reaches .367, .968, .964.
    it.each([
      ['cranfield', 0.362],
      ['xquad/en', 0.964],
      ['xquad/zh', 0.962],
    ])('reaches the baseline on %s', async (set, floor) => {
      const [figures] = await keywordFigures(`${data}/${set}`);
      expect(figures?.['nDCG@10']).toBeGreaterThan(floor);
    });
  },
);
