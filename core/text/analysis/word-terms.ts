import { boundedCache } from './bounded-cache.ts';

/**
 * What a stretch of letters, digits and joiners is made of, lower-case. `words` are its plain words in
 * order; `whole` the names that must also be found exactly as written ("err_4012", "scan.ts").
 * `plain`: words only. `code`: a name that a person would not write in another way. `brand`: capitals
 * inside a word ("JavaScript", "maxRetryCount") or before a number ("F-14"), in prose as often as in code.
 */
export type WordTerms = {
  readonly kind: 'plain' | 'brand' | 'code';
  readonly whole: readonly string[];
  readonly words: readonly string[];
};

const CACHED_STRETCHES = 50_000;

/** Parts of "maxRetryCount", "HTTPServer", "ERR4012"; one part where a cut would leave crumbs. */
const innerWords = (part: string): readonly string[] => {
  const pieces = part
    .split(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{3})(?=\d{3})/u)
    .filter((piece) => piece !== '');
  return pieces.length > 1 && pieces.every((piece) => piece.length > 1) ? pieces : [part];
};

const withoutPossessive = (word: string): string => word.replace(/'s$/iu, '');

/** "U.S." and "e.g.": one word, not two letters. */
const isAbbreviation = (text: string): boolean => /^\p{L}(?:\.\p{L})+$/u.test(text);

const isNumber = (text: string): boolean => /^\d+(?:\.\d+)*$/u.test(text);

/**
 * Words of prose joined by a hyphen or slash: "well-known", "covid-19", "and/or". Keeping those whole made
 * ranking worse (bench/README.md); "ORA-00942" and "CVE-2024-3094" are codes.
 */
const isCompound = (text: string): boolean =>
  /^[\p{L}\p{M}\d]+(?:[-/'][\p{L}\p{M}\d]+)*$/u.test(text) &&
  !(/\p{L}/u.test(text) && /[-/].*\d{3}/u.test(text));

/** "F-14", "LP-7", "IL-6": a letter or two that mean nothing without their number. */
const isNumberedName = (text: string): boolean => /^\p{Lu}{1,4}-\d{1,2}\p{L}?$/u.test(text);

const splitAt = (text: string, joiners: RegExp): readonly string[] =>
  text.split(joiners).filter((part) => part !== '');

const plain = (words: readonly string[]): WordTerms => ({ kind: 'plain', whole: [], words });

/** One element of a path or of a qualified name. */
const elementTerms = (element: string): WordTerms => {
  const text = withoutPossessive(element);
  const name = text.toLowerCase();
  if (isAbbreviation(text)) return plain([name.replaceAll('.', '')]);
  if (isNumber(text)) return plain([name]);
  const pieces = splitAt(text, /[_.$@#+\-~=&%:]+/u);
  const parts = pieces.flatMap((piece) => innerWords(piece));
  if (parts.length === 1 && parts[0] === text) return plain([name]);
  const words = parts.map((part) => part.toLowerCase());
  if (pieces.length === 1 && pieces[0] === text) return { kind: 'brand', whole: [name], words };
  if (isNumberedName(text)) return { kind: 'brand', whole: [name], words };
  return isCompound(text) ? plain(words) : { kind: 'code', whole: [name], words };
};

const make = (text: string): WordTerms => {
  const trimmed = withoutPossessive(text);
  const elements = splitAt(trimmed, /:\/\/|[/\\]+|:{2}|->|\.\./u);
  const terms = elements.map((element) => elementTerms(element));
  const [first] = terms;
  if (terms.length === 1 && first !== undefined) return first;
  const words = terms.flatMap((part) => part.words);
  if (isCompound(trimmed)) return plain(words);
  return {
    kind: 'code',
    whole: [trimmed.toLowerCase(), ...terms.flatMap((part) => part.whole)],
    words,
  };
};

/** Splits a stretch of kind `word`; remembered, because texts repeat their words. */
export const wordTerms: (text: string) => WordTerms = boundedCache(CACHED_STRETCHES, make);
