/** Where a text is cut when no sentence ends, from the best place to the worst. */
const places: readonly RegExp[] = [
  /\n+/gu,
  /[.!?;]["'”’)\]]*\s+|[。！？；]["”’」』）]*/gu,
  /[,:]\s+|[，、：]|\s[–—-]\s/gu,
  /\s+/gu,
  /[/\\_\-.,;:|&=]+/gu,
];

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** UTF-16 units around a cut that show which character it is in. */
const around = 40;

/** At `at`, or before the character that people see as one around it. */
const betweenCharacters = (text: string, at: number): number => {
  const from = Math.max(0, at - around);
  const found = characters.segment(text.slice(from, at + around)).containing(at - from);
  const start = from + (found?.index ?? at - from);
  return start > from ? start : at;
};

/** The end of the last match in the second half of the text's first `longest` characters. */
const lastPlace = (text: string, longest: number, place: RegExp): number | null => {
  let found: number | null = null;
  for (const match of text.slice(0, longest).matchAll(place)) {
    const end = match.index + match[0].length;
    if (end > longest / 2) found = end;
  }
  return found;
};

const cutAt = (text: string, longest: number): number => {
  for (const place of places) {
    const found = lastPlace(text, longest, place);
    if (found !== null) return found;
  }
  return betweenCharacters(text, longest);
};

/** The longest beginning that fits, in UTF-16 units, at least one. */
const longestFit = (text: string, fits: (piece: string) => boolean): number => {
  let low = 1;
  let high = 2;
  while (high < text.length && fits(text.slice(0, high))) {
    low = high;
    high *= 2;
  }
  high = Math.min(high, text.length);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(text.slice(0, middle))) low = middle;
    else high = middle;
  }
  return low;
};

/**
 * The last resort for a sentence, row or line that is too long: pieces that fit, cut where it hurts
 * least. Nothing but white space around a cut is lost.
 */
export const splitText = (text: string, fits: (piece: string) => boolean): readonly string[] => {
  const pieces: string[] = [];
  let rest = text.trimEnd();
  while (rest !== '' && !fits(rest)) {
    const at = cutAt(rest, longestFit(rest, fits));
    const piece = rest.slice(0, at).trimEnd();
    if (piece !== '') pieces.push(piece);
    rest = rest.slice(at).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
};
