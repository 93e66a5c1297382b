import { analyze } from '#core/text/analysis/analyze.ts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const shown = 8;

/** Why a passage matched, for a reader: the question's own words that occur in it. */
export const matchSummary = (question: string, passageTerms: ReadonlySet<string>): string => {
  const found = new Set<string>();
  for (const word of wordsOf(question, passageTerms)) {
    if (analyze(word).some((term) => passageTerms.has(term))) found.add(word);
  }
  return [...found].slice(0, shown).join(' · ');
};

/** Chinese apart from the rest; what holds kana is Japanese, where a word may mix both. */
const wordsOf = (question: string, passageTerms: ReadonlySet<string>): readonly string[] => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question)) return wordsIn(question);
  const parts = question.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? [];
  return parts.flatMap((part) =>
    /^\p{Script=Han}/u.test(part) ? runsIn(part, passageTerms) : wordsIn(part),
  );
};

const wordsIn = (part: string): readonly string[] =>
  [...words.segment(part)]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment);

/** Chinese characters as long as each two neighbours occur together: no dictionary cuts them apart. */
const runsIn = (part: string, passageTerms: ReadonlySet<string>): readonly string[] => {
  const runs: string[] = [];
  let run = '';
  let before = '';
  for (const character of part) {
    if (passageTerms.has(`${before}${character}`)) run += character;
    else {
      runs.push(run);
      run = character;
    }
    before = character;
  }
  // A character alone counts only where it is a word of its own.
  return [...runs, run].filter((found) => Array.from(found).length > 1 || passageTerms.has(found));
};
