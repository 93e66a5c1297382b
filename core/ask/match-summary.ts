import { analyze } from '#core/text/analysis/analyze.ts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const shown = 8;

/** Why a passage matched, for a reader: the question's own words that occur in it. */
export const matchSummary = (question: string, passageTerms: ReadonlySet<string>): string => {
  const found = new Set<string>();
  for (const { segment, isWordLike } of words.segment(question)) {
    if (isWordLike !== true) continue;
    if (analyze(segment).some((term) => passageTerms.has(term))) found.add(segment);
    if (found.size === shown) break;
  }
  return [...found].join(' · ');
};
