import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';
import { chineseStopWords, japaneseStopWords } from './stop-words.ts';

/**
 * `words` as a dictionary cuts them, `pairs` every two neighbouring characters that are not a word
 * already, `single` the characters, in a name space of their own.
 */
export type EastAsianTerms = {
  readonly words: readonly string[];
  readonly pairs: readonly string[];
  readonly single: readonly string[];
};

let loaded: Jieba | undefined;
/** Loading the dictionary takes 0.1 s and is only paid by who meets Chinese. */
const jieba = (): Jieba => (loaded ??= Jieba.withDict(dict));

const japanese = new Intl.Segmenter('ja', { granularity: 'word' });

/** A character alone is another term than the one-character word: "茶" must not be found in every word that holds it unless nothing else was asked. */
export const singleCharacterTerm = (character: string): string => `·${character}`;

const hasKana = (text: string): boolean => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

const cut = (text: string): readonly string[] =>
  hasKana(text)
    ? [...japanese.segment(text)]
        .map(({ segment }) => segment)
        .filter((word) => !japaneseStopWords.has(word))
    : jieba()
        .cutForSearch(text, true)
        .filter((word) => !chineseStopWords.has(word));

/** Neighbouring characters of a stretch. */
export const characterPairs = (text: string): readonly string[] => {
  const characters = Array.from(text);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
};

/** Those of `pairs` that are not among `words`, each word standing for one pair. */
export const withoutWords = (
  pairs: readonly string[],
  words: readonly string[],
): readonly string[] => {
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  return pairs.filter((pair) => {
    const count = left.get(pair) ?? 0;
    if (count > 0) left.set(pair, count - 1);
    return count === 0;
  });
};

/** Terms of a stretch of Han and kana. Chinese by jieba in search mode, Japanese by the ICU dictionary. */
export const chineseJapaneseTerms = (text: string): EastAsianTerms => {
  const words = cut(text);
  const pairs = withoutWords(characterPairs(text), words);
  return { words, pairs, single: [...new Set(text)].map((one) => singleCharacterTerm(one)) };
};
