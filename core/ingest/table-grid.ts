import type { Block } from '#core/domain/parsed.ts';

export type Table = Extract<Block, { readonly kind: 'table' }>;

/** A table's cells, cleaned, every row of the same width. `header` is empty where there is none. */
export type Grid = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const clean = (cell: string | undefined): string => (cell ?? '').replaceAll(/\s+/gu, ' ').trim();

const onlyBefore = /^(?:[$€£¥₩]|US\$|\()?$/u;
const onlyAfter = /^[)%]*$/u;

const columnOf = (rows: Grid['rows'], index: number): readonly string[] =>
  rows.map((row) => row[index] ?? '');

/** How each column is read: kept, left out as empty, or printed together with a neighbour. */
type Reading = 'keep' | 'drop' | 'before-next' | 'after-previous';

const readingOf = (rows: Grid['rows'], index: number, width: number): Reading => {
  const cells = columnOf(rows, index);
  if (cells.every((cell) => cell === '')) return 'drop';
  if (index + 1 < width && cells.every((cell) => onlyBefore.test(cell))) return 'before-next';
  if (index > 0 && cells.every((cell) => onlyAfter.test(cell))) return 'after-previous';
  return 'keep';
};

/** "$" and "%" in columns of their own, as reports set them, go to the number they belong to. */
const readRow = (row: readonly string[], readings: readonly Reading[]): readonly string[] => {
  const cells: string[] = [];
  let before = '';
  for (const [index, reading] of readings.entries()) {
    const cell = row[index] ?? '';
    if (reading === 'before-next') before += cell;
    else if (reading === 'after-previous' && cells.length > 0) {
      cells[cells.length - 1] = `${cells.at(-1)}${cell}`;
    } else if (reading !== 'drop') {
      cells.push(`${before}${cell}`);
      before = '';
    }
  }
  if (before !== '') cells.push(before);
  return cells;
};

/** Cells without line ends, columns without anything left out, signs with their numbers. */
export const tableGrid = ({ header, rows }: Pick<Table, 'header' | 'rows'>): Grid => {
  const width = Math.max(header.length, ...widths(rows));
  const padded = [header, ...rows].map((row) =>
    Array.from({ length: width }, (_, index) => clean(row[index])),
  );
  const readings = Array.from({ length: width }, (_, index) => readingOf(padded, index, width));
  const [first = [], ...others] = padded.map((row) => readRow(row, readings));
  return { header: first.some((cell) => cell !== '') ? first : [], rows: others };
};

/** One entry at most: a hundred thousand rows are too many arguments. */
const widths = (rows: Grid['rows']): readonly number[] => [
  rows.reduce((widest, row) => Math.max(widest, row.length), 0),
];
