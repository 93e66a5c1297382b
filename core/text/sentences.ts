/** A sentence of a text: `text.slice(start, end)`, without white space around it. UTF-16 offsets. */
export type Sentence = { readonly start: number; readonly end: number; readonly text: string };

/** Points after these words end no sentence. Lower-case, without the last point. */
const abbreviations = new Set(
  `e.g i.e etc cf vs al approx ca resp incl excl fig figs eq eqs ref refs sec sect chap ch vol no nos
  pp p art par para tab ed eds rev ver max min mr mrs ms dr prof st jr sr inc ltd corp co dept est
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun u.s u.k
  bzw z.b d.h u.a usw abb nr bd vgl env p.ex c.-à-d ej sr sra núm pág`.split(/\s+/u),
);

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Fenced blocks, spans of code and addresses: nothing in them ends a sentence. */
const uncut =
  /(?<=^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\1[`~]*[ \t]*(?=\n|$)|$)|(`+)(?!`)[^\n]*?[^`\n]\2(?!`)|\b[a-z][a-z0-9+.-]*:\/\/\S+/giu;

/** A line that begins something new, although the line before it ends no sentence. */
const lineStart =
  /^[ \t]*(?:[-*+•·▪◦‣–]\s|\d{1,3}[.)、]\s*|[（(]?[a-z\d]{1,2}[)）]\s|#{1,6}\s|\||>|`{3}|~{3})/iu;

/** White space that only wraps a line becomes a blank of the same length; other line ends stay. */
const unwrapLines = (text: string): string =>
  text.replace(/\r?\n/gu, (lineEnd, at: number) => {
    const next = text.slice(at + lineEnd.length, at + lineEnd.length + 40);
    const isBoundary =
      /^[ \t]*(?:\r?\n|$)/u.test(next) || lineStart.test(next) || endsLine(text, at);
    return isBoundary ? lineEnd : ' '.repeat(lineEnd.length);
  });

/** The line that ends at `at` was empty, a heading or a row of a table. */
const endsLine = (text: string, at: number): boolean => {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*$|^\s*(?:#{1,6}\s|`{3}|~{3})|\|\s*$/u.test(line);
};

const uncutRanges = (text: string): readonly (readonly [number, number])[] =>
  [...text.matchAll(uncut)].map((match) => [match.index, match.index + match[0].length]);

/** Whether the point before a boundary belongs to an abbreviation, an initial or a number in a list. */
const endsAbbreviation = (before: string, after: string): boolean => {
  const found = /([\p{L}\p{N}.-]+)\.["'”’)\]]*\s*$/u.exec(before);
  const word = found?.[1]?.replace(/^[.-]+/u, '');
  if (word === undefined) return false;
  if (/^\p{Lu}$/u.test(word)) return /^\p{Lu}/u.test(after);
  if (/^\d{1,3}$/u.test(word))
    return /^\s*\d{1,3}\.\s*$/u.test(before.slice(before.lastIndexOf('\n') + 1));
  const lower = word.toLowerCase();
  if (lower === 'etc' || lower === 'no') return !/^\p{Lu}/u.test(after);
  return abbreviations.has(lower);
};

/** 「はい。」と言った: the quotation ends, the sentence does not. */
const goesOnAfterQuotation = (before: string, after: string): boolean =>
  /[」』]\s*$/u.test(before) && /^\p{Script=Hiragana}/u.test(after);

const CONTEXT_LENGTH = 48;

/** Whether what the segmenter took for an end is inside a sentence. */
const isInside = (before: string, after: string): boolean =>
  !/\n\s*$/u.test(before) &&
  (endsAbbreviation(before, after) || goesOnAfterQuotation(before, after));

/** After 。 an opening quotation mark belongs to what follows it. */
const openingMarks = (before: string): number =>
  /(?<=[。！？])[“‘「『（《]+$/u.exec(before)?.[0].length ?? 0;

/** Where a text may be cut, ascending, without 0 and without its end. */
const boundaries = (text: string): readonly number[] => {
  const unwrapped = unwrapLines(text);
  const ranges = uncutRanges(text);
  const found: number[] = [];
  let next = 0;
  for (const { index } of segmenter.segment(unwrapped)) {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    const range = ranges[next];
    if (index === 0 || (range !== undefined && range[0] < index)) continue;
    const before = unwrapped.slice(Math.max(0, index - CONTEXT_LENGTH), index);
    const after = unwrapped.slice(index, index + CONTEXT_LENGTH);
    if (!isInside(before, after)) found.push(index - openingMarks(before));
  }
  return found;
};

/**
 * The sentences of a text in order; between them is nothing but white space. Empty lines, list items,
 * headings and rows end one, a wrapped line does not; code, addresses, numbers and abbreviations are
 * never cut. Chinese and Japanese stops count.
 */
export const sentences = (text: string): readonly Sentence[] => {
  const ends = [...boundaries(text), text.length];
  const found: Sentence[] = [];
  let from = 0;
  for (const to of ends) {
    const raw = text.slice(from, to);
    const start = from + (raw.length - raw.trimStart().length);
    const trimmed = raw.trim();
    if (trimmed !== '') found.push({ start, end: start + trimmed.length, text: trimmed });
    from = to;
  }
  return found;
};
