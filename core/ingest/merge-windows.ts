import type { Block, ParsedDocument, ParsedWindow } from '#core/domain/parsed.ts';
import type { Table } from './table-grid.ts';

const firstPageOf = (table: Table): number | null => table.boxes[0]?.page ?? table.page;
const lastPageOf = (table: Table): number | null => table.boxes.at(-1)?.page ?? table.page;

const sameCells = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length &&
  left.every((cell, index) => simple(cell) === simple(right[index] ?? ''));

const simple = (cell: string): string => cell.replaceAll(/\s+/gu, '').toLowerCase();

const widthOf = ({ header, rows }: Table): number => Math.max(header.length, rows[0]?.length ?? 0);

/** "Table 2 (continued)" names a table again; another caption begins another table. */
const sameCaption = (table: Table, next: Table): boolean =>
  next.caption === null ||
  /\bcont(?:inued|['’]?d|\.)|续|續|続/iu.test(next.caption) ||
  next.caption === table.caption;

/**
 * The rows of `next` that go on with `table`, or null where it is another table: on the page after,
 * with as many columns, under the same column names or none.
 */
const continuedRows = (table: Table, next: Table): Pick<Table, 'rows' | 'rowBoxes'> | null => {
  const from = lastPageOf(table);
  const to = firstPageOf(next);
  if (from === null || to !== from + 1) return null;
  if (widthOf(table) !== widthOf(next) || widthOf(table) < 2 || !sameCaption(table, next))
    return null;
  if (next.header.length === 0) {
    const [first] = next.rows;
    const repeats = first !== undefined && sameCells(first, table.header) ? 1 : 0;
    return { rows: next.rows.slice(repeats), rowBoxes: next.rowBoxes.slice(repeats) };
  }
  if (sameCells(table.header, next.header)) return { rows: next.rows, rowBoxes: next.rowBoxes };
  return null;
};

const rowBoxesOf = ({ rows, rowBoxes }: Pick<Table, 'rows' | 'rowBoxes'>): Table['rowBoxes'] =>
  rows.map((_, index) => rowBoxes[index] ?? null);

const joinTables = (blocks: readonly Block[]): readonly Block[] => {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const more =
      block.kind === 'table' && last?.kind === 'table' ? continuedRows(last, block) : null;
    if (more === null || last?.kind !== 'table') {
      joined.push(block);
      continue;
    }
    joined[joined.length - 1] = {
      ...last,
      rows: [...last.rows, ...more.rows],
      rowBoxes: [...rowBoxesOf(last), ...rowBoxesOf(more)],
      boxes: [...last.boxes, ...block.boxes],
    };
  }
  return joined;
};

/**
 * The windows of one document, in order, as one. Headings carry on by themselves, because blocks stand
 * in reading order; a table that goes on over a page is one, and each row keeps its own page.
 */
export const mergeWindows = (windows: readonly ParsedWindow[]): ParsedDocument => {
  const pageCount = windows[0]?.pageCount ?? 0;
  return {
    title: windows.find(({ title }) => title !== null)?.title ?? null,
    pageCount,
    firstPage: pageCount === 0 ? 0 : 1,
    lastPage: pageCount,
    pages: windows.flatMap(({ pages }) => pages),
    blocks: joinTables(windows.flatMap(({ blocks }) => blocks)),
    warnings: windows.flatMap(({ warnings }) => warnings),
  };
};
