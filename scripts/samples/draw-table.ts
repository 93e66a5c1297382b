import type { Block } from './block.ts';
import type { Page } from './page.ts';
import { lowest, margin, textWidth } from './page.ts';

type Table = Extract<Block, { kind: 'table' }>;

const size = 9;
const padding = 5;

const drawRow = (page: Page, table: Table, cells: readonly string[], isHeader: boolean): void => {
  const font = isHeader ? 'bold' : 'regular';
  const widths = table.shares.map((share) => share * textWidth);
  const heights = cells.map((cell, column) =>
    page.heightOf(cell, { font, size, width: (widths[column] ?? 0) - 2 * padding }),
  );
  const height = Math.max(...heights) + 2 * padding;
  if (!isHeader && page.y + height > lowest) {
    page.next();
    drawRow(page, table, table.header, true);
  }
  const top = page.y;
  if (isHeader) page.fill(margin, top, textWidth, height, '#dfe8e1');
  let x = margin;
  cells.forEach((cell, column) => {
    const width = widths[column] ?? 0;
    page.y = top + padding;
    page.write(cell, { font, size, x: x + padding, width: width - 2 * padding });
    x += width;
  });
  page.fill(margin, top + height - 0.5, textWidth, 0.5, '#8a978d');
  page.y = top + height;
};

/** A table with its caption above it; its header is repeated on every page that it reaches. */
export const drawTable = (page: Page, table: Table): void => {
  page.write(table.caption, { font: 'bold', size });
  page.y += 4;
  drawRow(page, table, table.header, true);
  for (const cells of table.rows) drawRow(page, table, cells, false);
  page.y += 14;
};
