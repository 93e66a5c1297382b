import { chineseJapaneseTerms, type EastAsianTerms } from './chinese-japanese-terms.ts';
import { koreanTerms } from './korean-terms.ts';
import { scan, type Stretch } from './scan.ts';
import { shortenTerm } from './shorten-term.ts';
import { languageStem, stemWord } from './stem-word.ts';
import { englishStopWords, functionWords } from './stop-words.ts';
import { detectLanguage } from './detect-language.ts';
import { wordTerms } from './word-terms.ts';

/** A term of a question; `weight` is a small whole number, so that an engine may also repeat the term. */
export type WeightedTerm = { readonly term: string; readonly weight: number };

/** Changes whenever the same text may give other terms: a projection with another one is rebuilt. */
export const analyzerFingerprint = 'anchr-terms-2';

/**
 * Weights in a question, halved against each other. A name as written counts three times a word and its
 * parts half, so that one passage with `ERR_4012` is before a passage full of `ERR` and `4012`;
 * character pairs only help where the dictionary cut text and question differently.
 * Source: bench/README.md, "Weights in a question".
 */
export const queryWeights = { word: 2, whole: 6, part: 1, pair: 1, single: 2 } as const;

type Role = keyof typeof queryWeights;
type Sink = (term: string, role: Role) => void;

const unspaced = new Intl.Segmenter('th', { granularity: 'word' });

const nothing: ReadonlySet<string> = new Set();

type Reading = {
  /** ISO 639-1: words get a second stem of this language. */
  readonly language: string;
  /** Words to leave out beside the English stop words. */
  readonly left: ReadonlySet<string>;
};

const addWord = (word: string, role: Role, { language, left }: Reading, add: Sink): void => {
  if (englishStopWords.has(word) || left.has(word)) return;
  const stem = stemWord(word);
  add(stem, role);
  if (language === 'en') return;
  const other = languageStem(word, language);
  if (other !== null && other !== stem) add(other, role);
};

const addEastAsian = ({ words, pairs, single }: EastAsianTerms, add: Sink): void => {
  for (const word of words) add(word, 'word');
  for (const pair of pairs) add(pair, 'pair');
  for (const character of single) add(character, 'single');
};

/** "SQLSTATE 40001", "Error 4012": a word and the number after it are also one name. */
const numberedName = (previous: string | null, text: string): string | null =>
  previous !== null &&
  /^\p{L}{2,}$/u.test(previous) &&
  /^\d{3,}[\p{L}\d]*$/u.test(text) &&
  !englishStopWords.has(previous.toLowerCase())
    ? `${previous} ${text}`.toLowerCase()
    : null;

const addStretch = (
  stretch: Stretch,
  previous: string | null,
  reading: Reading,
  add: Sink,
): void => {
  switch (stretch.kind) {
    case 'word': {
      const { kind, whole, words } = wordTerms(stretch.text);
      const role: Role = kind === 'plain' ? 'word' : 'part';
      for (const name of whole) add(name, kind === 'code' ? 'whole' : 'word');
      for (const word of words) addWord(word, role, reading, add);
      const numbered = numberedName(previous, stretch.text);
      if (numbered !== null) add(numbered, 'pair');
      return;
    }
    case 'chinese-japanese':
      addEastAsian(chineseJapaneseTerms(stretch.text), add);
      return;
    case 'hangul':
      addEastAsian(koreanTerms(stretch.text), add);
      return;
    case 'unspaced':
      for (const { segment } of unspaced.segment(stretch.text)) add(segment, 'word');
  }
};

const walk = (text: string, reading: Reading, add: Sink): void => {
  let previous: string | null = null;
  for (const stretch of scan(text)) {
    addStretch(stretch, previous, reading, (term, role) => add(shortenTerm(term), role));
    previous = stretch.kind === 'word' ? stretch.text : null;
  }
};

/**
 * Terms of a text as they are indexed, in order and repeated; lower-case, stemmed, ready-made, not yet
 * encoded (`encodeTerm`). Every identifier is there whole beside its parts; Chinese and Japanese as
 * words, character pairs and characters, so that a question of one word always meets them.
 */
export const analyze = (text: string): readonly string[] => {
  const terms: string[] = [];
  const seen = new Set<string>();
  walk(text, { language: detectLanguage(text), left: nothing }, (term, role) => {
    if (role === 'single') {
      if (seen.has(term)) return;
      seen.add(term);
    }
    terms.push(term);
  });
  return terms;
};

const isOneCharacter = (text: string): boolean =>
  scan(text).every(({ kind, text: part }) => kind !== 'word' && Array.from(part).length === 1);

/**
 * Terms of a question, each once, in order of first use; a term said twice weighs twice. Empty where
 * the question holds nothing but stop words and signs.
 */
export const analyzeQuery = (text: string): readonly WeightedTerm[] => {
  const language = detectLanguage(text);
  const left = language === 'en' ? nothing : (functionWords[language] ?? nothing);
  const withSingles = isOneCharacter(text);
  const weights = new Map<string, number>();
  walk(text, { language, left }, (term, role) => {
    if (role === 'single' && !withSingles) return;
    weights.set(term, (weights.get(term) ?? 0) + queryWeights[role]);
  });
  const shared = [...weights.values()].every((weight) => weight % 2 === 0) ? 2 : 1;
  return [...weights].map(([term, weight]) => ({ term, weight: weight / shared }));
};

/** Terms of the names in a text that are no words of a language, for they hold digits: "f-14", "err_4012". */
export const exactNames = (text: string): readonly string[] => [
  ...new Set(
    scan(text)
      .filter(({ kind }) => kind === 'word')
      .flatMap((stretch) => wordTerms(stretch.text).whole)
      .filter((name) => /\d/u.test(name))
      .map(shortenTerm),
  ),
];
