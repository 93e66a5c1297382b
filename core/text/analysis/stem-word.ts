import snowball from 'snowball-stemmers';
import { boundedCache } from './bounded-cache.ts';

type Stemmer = { readonly stem: (word: string) => string };

const CACHED_WORDS = 100_000;

/** Latin-script languages with a Snowball stemmer, by ISO 639-1. */
const latinStemmers: Readonly<Record<string, string>> = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  no: 'norwegian',
  fi: 'finnish',
  cs: 'czech',
  hu: 'hungarian',
  ro: 'romanian',
  tr: 'turkish',
  ca: 'catalan',
};

const specialLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Without accents, Latin and Greek only: in other scripts marks are letters. */
export const foldAccents = (word: string): string => {
  // eslint-disable-next-line no-control-regex -- ASCII is the fast path
  if (/^[\x00-\x7f]*$/u.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/gu, (letter) => specialLetters[letter] ?? letter)
    .replaceAll('ς', 'σ')
    .replaceAll('ё', 'е');
};

const stemmers = new Map<string, Stemmer>();
const stemmerFor = (name: string): Stemmer => {
  const known = stemmers.get(name);
  if (known !== undefined) return known;
  const made: Stemmer = snowball.newStemmer(name);
  stemmers.set(name, made);
  return made;
};

/** Porter's algorithm as Lucene's English analyzer uses it; the script's own stemmer elsewhere. */
const stemByScript = (word: string): string => {
  if (/^[a-z]{3,}$/u.test(word)) return stemmerFor('porter').stem(word);
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return stemmerFor('russian').stem(word);
  if (/^\p{Script=Arabic}+$/u.test(word)) return stemmerFor('arabic').stem(word);
  if (/^\p{Script=Armenian}+$/u.test(word)) return stemmerFor('armenian').stem(word);
  if (/^\p{Script=Tamil}[\p{Script=Tamil}\p{M}]*$/u.test(word))
    return stemmerFor('tamil').stem(word);
  return word;
};

/**
 * The stem of a lower-case word that depends on nothing but the word, so that a text and a question
 * always agree: accents folded, then Porter, or the stemmer of its script.
 */
export const stemWord = boundedCache(CACHED_WORDS, (word) => {
  const stem = stemByScript(foldAccents(word));
  return stem === '' ? word : stem;
});

const stemInLanguage = boundedCache(CACHED_WORDS, (key) => {
  const language = key.slice(0, 2);
  const word = key.slice(2);
  const stem = foldAccents(stemmerFor(latinStemmers[language] ?? 'porter').stem(word));
  return stem === '' ? foldAccents(word) : stem;
});

/**
 * A second stem, of the language the text was found to be written in; null where there is none.
 * `word` is lower-case with its accents.
 */
export const languageStem = (word: string, language: string): string | null =>
  language in latinStemmers && /^[\p{Script=Latin}\p{M}]{3,}$/u.test(word)
    ? stemInLanguage(language + word)
    : null;
