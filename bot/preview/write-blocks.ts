import type { Block } from '#core/domain/parsed.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { textsOf } from './locate-passage.ts';
import type { Mark } from './locate-passage.ts';

/** A part of a document as text, the passage marked in place. `first`: index of the first block. */
export const writeBlocks = (
  blocks: readonly Block[],
  first: number,
  marks: readonly Mark[],
): readonly Html[] => {
  const target = marks[0];
  return blocks.map((block, offset) => {
    const own = marks.filter((mark) => mark.block === first + offset);
    return writeBlock(block, (value, text) => {
      const mark = own.find((one) => one.text === text);
      return mark === undefined ? html`${value}` : writeMarked(value, mark, mark === target);
    });
  });
};

/** Writes the text of that number (as `textsOf` counts them). */
type Write = (value: string, text: number) => Html;

const writeMarked = (value: string, { start, end }: Mark, isFirst: boolean): Html => {
  const before = value.slice(0, start);
  const marked = value.slice(start, end);
  const after = value.slice(end);
  return isFirst
    ? html`${before}<mark id="passage">${marked}</mark>${after}`
    : html`${before}<mark>${marked}</mark>${after}`;
};

const writeBlock = (block: Block, write: Write): Html => {
  switch (block.kind) {
    case 'heading':
      return writeHeading(block.level, write(block.text, 0));
    case 'list-item':
      return writeItem(block, write(block.text, 0));
    case 'code':
      return html`<pre tabindex="0"><code>${write(block.text, 0)}</code></pre>`;
    case 'table':
      return writeTable(block, write);
    case 'picture':
      return html`<p class="picture">
        ${textsOf(block).map((text, index) => html`<span>${write(text, index)}</span>`)}
      </p>`;
    case 'paragraph':
    case 'formula':
    case 'footnote':
      return html`<p class="${block.kind}">${write(block.text, 0)}</p>`;
  }
};

const writeHeading = (level: number, text: Html): Html =>
  html`<p class="heading heading-${level}" role="heading" aria-level="${Math.min(level + 1, 6)}">
    ${text}
  </p>`;

const writeItem = (item: Extract<Block, { kind: 'list-item' }>, text: Html): Html =>
  html`<p class="item item-${Math.min(item.depth, 4)}">
    <span class="marker">${item.marker || '•'}</span>${text}
  </p>`;

const writeTable = (block: Extract<Block, { kind: 'table' }>, write: Write): Html => {
  let text = 0;
  const next = (value: string): Html => {
    const written = write(value, text);
    text += 1;
    return written;
  };
  const caption = next(block.caption ?? '');
  const head = block.header.map((cell) => html`<th scope="col">${next(cell)}</th>`);
  const rows = block.rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${next(cell)}</td>`)}
      </tr>`,
  );
  return html`<div class="table" role="region" tabindex="0">
    <table>
      ${
        block.caption === null
          ? null
          : html`<caption>
              ${caption}
            </caption>`
      }
      ${
        head.length === 0
          ? null
          : html`<thead>
              <tr>
                ${head}
              </tr>
            </thead>`
      }
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
};
