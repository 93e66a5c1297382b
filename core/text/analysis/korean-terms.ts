import {
  characterPairs,
  singleCharacterTerm,
  withoutWords,
  type EastAsianTerms,
} from './chinese-japanese-terms.ts';

/** Particles and endings that Korean writes onto a word, longest first. */
const particles =
  /(?:으로부터|에서부터|이라고|에게서|으로서|으로써|입니까|입니다|합니다|됩니다|하는|에서|에게|한테|부터|까지|보다|처럼|으로|이나|이란|라고|께서|에는|에도|과는|와는|은|는|이|가|을|를|의|에|로|와|과|도|만|나|란)$/u;

/** Terms of a stretch of Hangul: the word without its particle, and its pairs of syllables. */
export const koreanTerms = (text: string): EastAsianTerms => {
  const bare = text.length > 1 ? text.replace(particles, '') : text;
  const words = [bare === '' ? text : bare];
  return {
    words,
    pairs: withoutWords(characterPairs(text), words),
    single: [...new Set(text)].map((one) => singleCharacterTerm(one)),
  };
};
