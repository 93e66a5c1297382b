import { numbersIn, type WrittenNumber } from './numbers.ts';
import { scan } from './analysis/scan.ts';
import { wordTerms } from './analysis/word-terms.ts';

/** Between quotation marks of any kind, or in a span of code. */
const quotation =
  /"([^"\n]{2,})"|“([^”\n]{2,})”|„([^“”\n]{2,})[“”]|«([^»\n]{2,})»|「([^」\n]+)」|『([^』\n]+)』|`([^`\n]+)`/gu;

/** What a sentence carries beside its words: citations, its number in a list. */
const withoutMarks = (sentence: string): string =>
  sentence.replace(/\[\^[^\]\n]*\]/gu, '').replace(/^\s*(?:[-*+•]|\d{1,3}[.)、])\s+/u, '');

/** Letters and digits only: line ends, hyphens and typographic signs differ between PDF and quotation. */
const squeeze = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const quotations = (sentence: string): readonly string[] =>
  [...sentence.matchAll(quotation)].map(
    (match) => match.slice(1).find((part) => part !== undefined) ?? '',
  );

/** A quotation may leave words out; each piece between dots must be there. */
const isQuoted = (quoted: string, squeezedPassage: string): boolean =>
  quoted.split(/\.{3,}|…+|\[\.{3}\]/u).every((piece) => squeezedPassage.includes(squeeze(piece)));

/** Dates and ranges are codes to the analyzer, but numbers to a reader. */
const isNumeric = (name: string): boolean => /^[\d.,:/-]+$/u.test(name);

/** "1.2.3" and "10.0.0.1": neither a number nor three. */
const isVersion = (name: string): boolean => /^\d+(?:\.\d+){2,}$/u.test(name);

type Name = { readonly written: string; readonly whole: readonly string[] };

const names = (text: string): readonly Name[] =>
  scan(text).flatMap((stretch): readonly Name[] => {
    const written = stretch.text;
    if (isVersion(written)) return [{ written, whole: [written] }];
    if (stretch.kind !== 'word' || isNumeric(written)) return [];
    const { kind, whole } = wordTerms(written);
    return kind === 'plain' ? [] : [{ written, whole }];
  });

/** Whether the letters and digits of a name are there, and are not the beginning of a longer number. */
const isSpelled = (name: string, squeezedPassage: string): boolean => {
  const letters = squeeze(name);
  if (isVersion(name) || letters === '') return false;
  for (let at = squeezedPassage.indexOf(letters); at >= 0;) {
    const around = [squeezedPassage[at - 1] ?? '', squeezedPassage[at + letters.length] ?? ''];
    const cutsNumber =
      (/\d/u.test(around[0] ?? '') && /^\d/u.test(letters)) ||
      (/\d/u.test(around[1] ?? '') && /\d$/u.test(letters));
    if (!cutsNumber) return true;
    at = squeezedPassage.indexOf(letters, at + 1);
  }
  return false;
};

const isNumberConfirmed = (number: WrittenNumber, known: ReadonlySet<number>): boolean =>
  number.values.some((value) => known.has(value));

/**
 * What a cited sentence claims and its passage does not show: numbers, identifiers and quotations, as
 * written in the sentence, each once. Deterministic, and only about what can be compared letter by
 * letter; whether the meaning follows is for the reader. `passage` is the cited passage with what
 * names it (header, file name).
 */
export const unconfirmed = (sentence: string, passage: string): readonly string[] => {
  const text = withoutMarks(sentence);
  const squeezedPassage = squeeze(passage);
  const missing = quotations(text).filter((quoted) => !isQuoted(quoted, squeezedPassage));
  const rest = text.replace(quotation, ' ');

  const passageNames = new Set(names(passage).flatMap(({ whole }) => whole));
  for (const { written, whole } of names(rest)) {
    const [name] = whole;
    // A product name may be written in one or two words; its letters must be there.
    const isKnown =
      name !== undefined && (passageNames.has(name) || isSpelled(written, squeezedPassage));
    if (!isKnown) missing.push(written);
  }

  const known = new Set(numbersIn(passage, 'all').flatMap(({ values }) => values));
  for (const number of numbersIn(rest, 'digits')) {
    if (!isNumberConfirmed(number, known)) missing.push(number.written);
  }
  return [...new Set(missing)];
};
