import PdfKit from 'pdfkit';
import type { Block, SampleDocument } from './block.ts';
import { drawTable } from './draw-table.ts';
import type { Page } from './page.ts';
import { margin, pageSize, textWidth, top } from './page.ts';

/** A font by its name in the PDF standard, or a file with the name of a font inside. */
export type Font = { readonly file: string; readonly name?: string };
export type Fonts = Readonly<Record<'regular' | 'bold' | 'code', Font>>;

// The bytes of a sample must not depend on the day or the machine.
const madeAt = new Date('2026-01-15T09:00:00Z');
const headingSizes = { 1: 20, 2: 14, 3: 11.5 } as const;
const columnGap = 24;

const drawHeading = (page: Page, level: 1 | 2 | 3, text: string): void => {
  if (page.y > top) page.y += level === 1 ? 18 : 10;
  page.write(text, { font: 'bold', size: headingSizes[level] });
  page.y += level === 1 ? 10 : 4;
};

const drawList = (page: Page, items: readonly string[], isNumbered: boolean): void => {
  items.forEach((item, index) => {
    const { y } = page;
    page.write(isNumbered ? `${index + 1}.` : '•', { x: margin + 8, width: 18 });
    page.y = y;
    page.write(item, { x: margin + 26, width: textWidth - 26 });
    page.y += 3;
  });
  page.y += 5;
};

const drawCode = (page: Page, lines: readonly string[]): void => {
  const lineHeight = 13;
  const height = lines.length * lineHeight + 14;
  page.fill(margin, page.y, textWidth, height, '#eef1ee');
  const start = page.y;
  lines.forEach((line, index) => {
    page.y = start + 8 + index * lineHeight;
    page.write(line, { font: 'code', size: 9, x: margin + 10, width: textWidth - 20 });
  });
  page.y = start + height + 10;
};

const drawColumns = (page: Page, left: readonly string[], right: readonly string[]): void => {
  const width = (textWidth - columnGap) / 2;
  const start = page.y;
  const ends = [left, right].map((paragraphs, column) => {
    page.y = start;
    for (const text of paragraphs) {
      page.write(text, { x: margin + column * (width + columnGap), width, size: 10 });
      page.y += 7;
    }
    return page.y;
  });
  page.y = Math.max(...ends) + 4;
};

const drawCover = (page: Page, title: string, lines: readonly string[]): void => {
  page.fill(margin, 150, 56, 6, '#2f6f4f');
  page.y = 176;
  page.write(title, { font: 'bold', size: 30 });
  page.y += 14;
  for (const line of lines) {
    page.write(line, { size: 12 });
    page.y += 4;
  }
  page.y += 40;
};

const drawNote = (page: Page, text: string): void => {
  page.y += 2;
  const start = page.y;
  page.write(text, { x: margin + 14, width: textWidth - 14 });
  page.fill(margin, start - 2, 3, page.y - start + 2, '#c98a1b');
  page.y += 10;
};

const drawBlock = (page: Page, block: Block): void => {
  switch (block.kind) {
    case 'cover':
      return drawCover(page, block.title, block.lines);
    case 'heading':
      return drawHeading(page, block.level, block.text);
    case 'paragraph':
      page.write(block.text, {});
      page.y += 8;
      return;
    case 'note':
      return drawNote(page, block.text);
    case 'list':
      return drawList(page, block.items, block.isNumbered === true);
    case 'code':
      return drawCode(page, block.lines);
    case 'table':
      return drawTable(page, block);
    case 'figure':
      page.picture(block.png, 240);
      page.write(block.caption, { size: 9 });
      page.y += 12;
      return;
    case 'columns':
      return drawColumns(page, block.left, block.right);
    case 'page-break':
      return page.next();
  }
};

const drawHeadsAndFeet = (pdf: PDFKit.PDFDocument, document: SampleDocument): void => {
  const { count } = pdf.bufferedPageRange();
  for (let number = 1; number <= count; number += 1) {
    pdf.switchToPage(number - 1);
    // Text below the bottom margin would otherwise begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(8.5).fillColor('#555555');
    const place = { width: textWidth, lineBreak: false } as const;
    if (number > 1) pdf.text(document.runningHead, margin, 36, place);
    pdf.text(document.pageLabel(number, count), margin, pageSize.height - 44, {
      ...place,
      align: 'right',
    });
  }
};

/** Sets a document in PDF: the same document and fonts always give the same bytes. */
export const drawDocument = async (document: SampleDocument, fonts: Fonts): Promise<Buffer> => {
  const pdf = new PdfKit({
    size: [pageSize.width, pageSize.height],
    margins: { top, bottom: 60, left: margin, right: margin },
    autoFirstPage: false,
    bufferPages: true,
    lang: document.language,
    displayTitle: true,
    info: { Title: document.title, Author: 'Anchr', CreationDate: madeAt, ModDate: madeAt },
  });
  const ended = new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font.file, font.name);
  const page = makePage(pdf);
  page.next();
  for (const block of document.blocks) drawBlock(page, block);
  drawHeadsAndFeet(pdf, document);
  pdf.end();
  return ended;
};

const makePage = (pdf: PDFKit.PDFDocument): Page => ({
  get y() {
    return pdf.y;
  },
  set y(value) {
    pdf.y = value;
  },
  next: () => void pdf.addPage(),
  write: (
    text,
    { font = 'regular', size = 10.5, x = margin, width = textWidth, color = '#1a1a1a' },
  ) => {
    pdf.font(font).fontSize(size).fillColor(color);
    pdf.text(text, x, pdf.y, { width, lineGap: size * 0.22 });
  },
  heightOf: (text, { font = 'regular', size = 10.5, width = textWidth }) => {
    pdf.font(font).fontSize(size);
    return pdf.heightOfString(text, { width, lineGap: size * 0.22 });
  },
  fill: (x, y, width, height, color) => {
    const before = pdf.y;
    pdf.rect(x, y, width, height).fill(color);
    pdf.y = before;
  },
  picture: (png, height) => {
    pdf.image(png, margin, pdf.y, { fit: [textWidth, height] });
    pdf.y += height + 8;
  },
});
