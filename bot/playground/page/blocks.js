// @ts-check
/** @import { RenderedBlock, RenderedCitation, RenderedInline } from '#core/domain/rendered.ts' */
import { el, shown, shownQuote } from './dom.js';
import { t } from './strings.js';

/** @typedef {Map<string, RenderedCitation>} Citations */

/**
 * @param {readonly RenderedBlock[]} blocks
 * @param {Citations} citations
 */
export const showBlocks = (blocks, citations) => blocks.map((block) => showBlock(block, citations));

/**
 * @param {RenderedBlock} block
 * @param {Citations} citations
 * @returns {HTMLElement}
 */
const showBlock = (block, citations) => {
  switch (block.kind) {
    case 'paragraph':
      return el('p', {}, showInlines(block.inlines, citations));
    case 'heading':
      // The page's own headings come first: an answer starts at the fourth level.
      return el(
        'p',
        { class: `heading heading-${block.level}`, role: 'heading', 'aria-level': block.level + 3 },
        showInlines(block.inlines, citations),
      );
    case 'list':
      return el(
        block.ordered ? 'ol' : 'ul',
        block.ordered ? { start: block.start } : {},
        block.items.map((item) => el('li', {}, showItem(item, citations))),
      );
    case 'quote':
      return el('blockquote', {}, showBlocks(block.blocks, citations));
    case 'code':
      return el('pre', { tabindex: 0, 'aria-label': t('code') }, el('code', {}, block.text));
    case 'table':
      return showTable(block, citations);
    case 'rule':
      return el('hr');
  }
};

/**
 * A list item of one paragraph stands without the paragraph's space.
 *
 * @param {readonly RenderedBlock[]} item
 * @param {Citations} citations
 */
const showItem = (item, citations) => {
  const [first, ...rest] = item;
  return first?.kind === 'paragraph'
    ? [...showInlines(first.inlines, citations), ...showBlocks(rest, citations)]
    : showBlocks(item, citations);
};

/**
 * @param {Extract<RenderedBlock, { kind: 'table' }>} table
 * @param {Citations} citations
 */
const showTable = ({ rows, align }, citations) => {
  const [header = [], ...body] = rows;
  /** @param {number} column */
  const side = (column) => (align[column] ? `cell-${align[column]}` : null);
  return el(
    'div',
    { class: 'table', role: 'region', tabindex: 0, 'aria-label': t('table') },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          header.map((cell, column) =>
            el('th', { scope: 'col', class: side(column) }, showInlines(cell, citations)),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        body.map((row) =>
          el(
            'tr',
            {},
            row.map((cell, column) =>
              el('td', { class: side(column) }, showInlines(cell, citations)),
            ),
          ),
        ),
      ),
    ),
  );
};

/**
 * @param {readonly RenderedInline[]} inlines
 * @param {Citations} citations
 */
const showInlines = (inlines, citations) => inlines.map((inline) => showInline(inline, citations));

const marks = /** @type {const} */ ({ strong: 'strong', emphasis: 'em', deleted: 'del' });

/**
 * @param {RenderedInline} inline
 * @param {Citations} citations
 * @returns {string | HTMLElement}
 */
const showInline = (inline, citations) => {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return el('code', {}, inline.text);
    case 'strong':
    case 'emphasis':
    case 'deleted':
      return el(marks[inline.kind], {}, showInlines(inline.inlines, citations));
    case 'break':
      return el('br');
    case 'citation': {
      const citation = citations.get(inline.label);
      return citation ? showChip(citation) : '';
    }
  }
};

/**
 * The mark after a statement: opens the page with the passage marked.
 *
 * @param {RenderedCitation} citation
 */
export const showChip = (citation) => {
  const place = placeOf(citation);
  return el(
    'a',
    {
      class: citation.unconfirmed.length > 0 ? 'chip chip-doubt' : 'chip',
      href: `/c/${encodeURIComponent(citation.citationId)}#passage`,
      target: '_blank',
      rel: 'noopener',
      title: `${place}\n“${shownQuote(citation.quote)}”`,
      'aria-label': t('source', { label: citation.label, name: place }),
    },
    citation.label,
  );
};

/** @param {Pick<RenderedCitation, 'documentName' | 'page'>} citation */
export const placeOf = ({ documentName, page }) =>
  page === null ? shown(documentName) : t('place', { name: shown(documentName), page });
