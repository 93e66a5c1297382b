import type { Block } from '#core/domain/parsed.ts';

/** Marked part of one of a block's texts, in UTF-16 units, end exclusive. */
export type Mark = {
  readonly block: number;
  /** Index into `textsOf(block)`. */
  readonly text: number;
  readonly start: number;
  readonly end: number;
};

/** The texts of a block in reading order, as the page shows them one by one. */
export const textsOf = (block: Block): readonly string[] => {
  if (block.kind === 'table') return [block.caption ?? '', ...block.header, ...block.rows.flat()];
  return block.kind === 'picture'
    ? [block.caption, block.alternativeText, block.text].map((text) => text ?? '')
    : [block.text];
};

type Letter = {
  readonly block: number;
  readonly text: number;
  readonly start: number;
  readonly end: number;
};

/** Shorter passages than this could stand anywhere by chance. */
const fewestLetters = 4;

/**
 * Where quoted words stand in the blocks: letters and digits are compared, so that white space, list
 * marks and the separators of a table row do not matter. A passage that stands in several places is
 * taken where the heading path leads. Empty where the words are not found: nothing is marked then, and
 * never another place.
 */
export const locatePassage = (
  blocks: readonly Block[],
  quote: string,
  headingPath: readonly string[],
): readonly Mark[] => {
  const wanted = lettersOf(quote);
  if (wanted.length < fewestLetters) return [];
  const { stream, letters } = flatten(blocks);
  const starts = occurrences(stream, wanted);
  const underHeading = starts.find((start) => {
    const letter = letters[start];
    return letter !== undefined && isUnder(blocks, letter.block, headingPath.at(-1));
  });
  const start = underHeading ?? starts[0];
  if (start !== undefined) return join(letters.slice(start, start + wanted.length));
  return blocks.flatMap((block, index) => tableMarks(block, index, wanted));
};

/** Decomposed, so that a letter with its accent compares as its parts do one by one. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const flatten = (
  blocks: readonly Block[],
): { readonly stream: string; readonly letters: readonly Letter[] } => {
  const parts: string[] = [];
  const letters: Letter[] = [];
  for (const [block, content] of blocks.entries()) {
    for (const [text, value] of textsOf(content).entries()) {
      let at = 0;
      for (const sign of value) {
        // One sign may become several letters (a ligature): each points at the whole sign.
        for (const unit of lettersOf(sign).split('')) {
          parts.push(unit);
          letters.push({ block, text, start: at, end: at + sign.length });
        }
        at += sign.length;
      }
    }
  }
  return { stream: parts.join(''), letters };
};

const occurrences = (stream: string, wanted: string): readonly number[] => {
  const starts: number[] = [];
  for (let at = stream.indexOf(wanted); at !== -1; at = stream.indexOf(wanted, at + 1)) {
    starts.push(at);
    if (starts.length === 100) break;
  }
  return starts;
};

const isUnder = (blocks: readonly Block[], index: number, heading: string | undefined): boolean => {
  if (heading === undefined) return false;
  const above = blocks.slice(0, index + 1).findLast((block) => block.kind === 'heading');
  return above?.kind === 'heading' && lettersOf(above.text) === lettersOf(heading);
};

/** Letters side by side become one mark a text. */
const join = (letters: readonly Letter[]): readonly Mark[] => {
  const marks: Mark[] = [];
  for (const letter of letters) {
    const last = marks.at(-1);
    if (last?.block === letter.block && last.text === letter.text) {
      marks[marks.length - 1] = { ...last, end: Math.max(last.end, letter.end) };
    } else {
      marks.push(letter);
    }
  }
  return marks;
};

/** Cells of a row together that are shorter than this could be any row. */
const fewestRowLetters = 12;

/**
 * A table is quoted with its header repeated in every row ("Header: value"), which does not stand so in
 * the block: a row is marked where all its cells stand in the quote in order.
 */
const tableMarks = (block: Block, index: number, wanted: string): readonly Mark[] => {
  if (block.kind !== 'table') return [];
  let text = 1 + block.header.length;
  return block.rows.flatMap((row) => {
    const first = text;
    text += row.length;
    if (!isRowOf(row, block.header, wanted)) return [];
    return row.flatMap((cell, column) =>
      cell === '' ? [] : [{ block: index, text: first + column, start: 0, end: cell.length }],
    );
  });
};

const isRowOf = (row: readonly string[], header: readonly string[], wanted: string): boolean => {
  const columns = row.flatMap((cell, column) => (cell === '' ? [] : [column]));
  const plain = columns.map((column) => lettersOf(row[column] ?? '')).join('');
  const labelled = columns
    .map((column) => lettersOf(`${header[column] ?? ''}${row[column] ?? ''}`))
    .join('');
  return [labelled, plain].some((text) => text.length >= fewestRowLetters && wanted.includes(text));
};
