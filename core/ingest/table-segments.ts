import type { Box } from '#core/domain/parsed.ts';
import type { Measure } from './measure.ts';
import type { Passage, Place } from './passage.ts';
import { splitText } from './split-text.ts';
import { tableGrid } from './table-grid.ts';
import type { Grid, Table } from './table-grid.ts';

/** Of what is left under the document's header; more would crowd the rows out. ◦ */
const largestCaptionShare = 0.3;
const largestPrefixShare = 0.5;
const largestLabelTokens = 24;

/** Of tables with a hundred thousand rows, so that passages come one after the other. ◦ */
const rowsAtOnce = 500;

type Line = { readonly text: string; readonly tokens: number; readonly row: number };

type Frame = {
  readonly header: string;
  readonly measure: Measure;
  /** Caption and column names: the beginning of every segment of the table. */
  readonly prefix: string;
  /** Tokens that rows may take. */
  readonly room: number;
};

const printRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const joined = (...lines: readonly string[]): string =>
  lines.filter((line) => line !== '').join('\n');

const first = (text: string, fits: (piece: string) => boolean): string => {
  const [begin = ''] = splitText(text, fits);
  return begin === text ? text : `${begin}…`;
};

const frameOf = (grid: Grid, caption: string, header: string, measure: Measure): Frame => {
  const space = measure.maximum - measure.total(header, '');
  const within = (share: number) => (text: string) =>
    measure.tokensOf(`${text}…`) <= Math.floor(space * share);
  const title = caption === '' ? '' : first(caption, within(largestCaptionShare));
  const columns = grid.header.length === 0 ? '' : printRow(grid.header);
  const full = joined(title, columns);
  // Column names that would fill half of each segment stand at their values instead.
  const prefix = within(largestPrefixShare)(full) ? full : title;
  return { header, measure, prefix, room: space - measure.tokensOf(prefix) - 1 };
};

/** A row too long for one segment: a line for each cell, with the row's label and the column's name. */
const labelledLines = (cells: readonly string[], grid: Grid, frame: Frame): readonly string[] => {
  const { measure, room } = frame;
  const within = (limit: number) => (text: string) => measure.tokensOf(`${text}…`) <= limit;
  const isLabelled = cells.length > 1 && measure.tokensOf(cells[0] ?? '') <= largestLabelTokens;
  const label = isLabelled ? (cells[0] ?? '') : '';
  return cells.flatMap((cell, index) => {
    if (cell === '' || (isLabelled && index === 0)) return [];
    const name = first(grid.header[index] ?? '', within(largestLabelTokens));
    const start = [label, name].filter((part) => part !== '').join(' – ');
    const before = start === '' ? '' : `${start}: `;
    const fits = (value: string): boolean => fitsLine(`${before}${value}`, frame, room);
    return splitText(cell, fits).map((value) => `${before}${value}`);
  });
};

const fitsLine = (line: string, { measure }: Frame, room: number): boolean =>
  line.length <= room * 8 && measure.tokensOf(line) <= room;

const linesOf = (grid: Grid, frame: Frame, from: number): readonly Line[] => {
  const namesInPrefix = grid.header.length === 0 || frame.prefix.endsWith(printRow(grid.header));
  return grid.rows.slice(from, from + rowsAtOnce).flatMap((cells, index) => {
    const row = from + index;
    if (cells.every((cell) => cell === '')) return [];
    const line = printRow(cells);
    const texts =
      namesInPrefix && fitsLine(line, frame, frame.room)
        ? [line]
        : labelledLines(cells, grid, frame);
    return texts.map((text) => ({ text, tokens: frame.measure.tokensOf(text), row }));
  });
};

/** Equal shares of lines, each within the room. */
const share = (lines: readonly Line[], room: number): readonly (readonly Line[])[] => {
  const total = lines.reduce((sum, { tokens }) => sum + tokens, 0);
  const goal = Math.min(room, Math.ceil((total / Math.ceil(total / room)) * 1.05));
  const shares: Line[][] = [];
  let size = 0;
  for (const line of lines) {
    const current = shares.at(-1);
    if (current === undefined || size + line.tokens > goal) {
      shares.push([line]);
      size = line.tokens;
    } else {
      current.push(line);
      size += line.tokens;
    }
  }
  return shares;
};

const union = (boxes: readonly Box[]): readonly Box[] => {
  const byPage = new Map<number, Box>();
  for (const box of boxes) {
    const known = byPage.get(box.page);
    byPage.set(
      box.page,
      known === undefined
        ? box
        : {
            page: box.page,
            left: Math.min(known.left, box.left),
            top: Math.min(known.top, box.top),
            right: Math.max(known.right, box.right),
            bottom: Math.max(known.bottom, box.bottom),
          },
    );
  }
  return [...byPage.values()];
};

/** Where the rows of a segment stand; the whole table where that is not known. */
const placeOf = (table: Table, lines: readonly Line[], isWhole: boolean): Place => {
  const rows = [...new Set(lines.map(({ row }) => row))];
  const boxes = rows.map((row) => table.rowBoxes[row] ?? null).filter((box) => box !== null);
  const isKnown = boxes.length === rows.length && boxes.length > 0;
  if (isWhole || !isKnown) return { page: table.page, boxes: table.boxes };
  const known = union(boxes);
  return { page: known[0]?.page ?? table.page, boxes: known };
};

/**
 * A table as passages: whole where it fits, else rows in order under its caption and column names,
 * repeated each time. A row is cut only where it alone is too long, between its cells.
 *
 * Rows as lines of cells, not "name: value" pairs: of 44 questions about financial reports the fused
 * legs found the right page among five for 29 against 25, with a fifth fewer passages.
 */
export const tableSegments = function* (
  table: Table,
  leadIn: string,
  header: string,
  measure: Measure,
): Generator<Passage> {
  const caption = (table.caption ?? leadIn).replaceAll(/\s+/gu, ' ').trim();
  const read = tableGrid(table);
  const grid = read.rows.length > 0 ? read : { header: [], rows: [read.header] };
  const frame = frameOf(grid, caption, header, measure);
  for (let from = 0; from < grid.rows.length; from += rowsAtOnce) {
    const shares = share(linesOf(grid, frame, from), frame.room);
    const isWhole = shares.length === 1 && grid.rows.length <= rowsAtOnce;
    for (const lines of shares) {
      yield {
        type: 'TABLE',
        body: joined(frame.prefix, ...lines.map(({ text }) => text)),
        places: [placeOf(table, lines, isWhole)],
        picture: null,
      };
    }
  }
};
