import type { Citation } from '#core/domain/answer.ts';
import { displayedBox } from './displayed-box.ts';
import { html, shownName } from './html.ts';
import type { Html } from './html.ts';
import type { DrawnPage } from './page-images.ts';
import type { Word, wordsFor } from './words.ts';

export type PreviewPage = {
  readonly word: ReturnType<typeof wordsFor>;
  readonly citation: Citation;
  readonly superseded: boolean;
  /** A page, or a part of a document without pages; 1-based. */
  readonly position: number;
  readonly positions: number;
  readonly unit: 'page' | 'part';
  /** Where the quoted words stand. */
  readonly home: number;
  readonly content: Html;
};

const frame = (language: string, title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="icon" href="/c/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/c/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;

/** One neutral sentence: forgotten, unknown and unreadable look the same. */
export const writeGone = (word: PreviewPage['word']): string =>
  frame(word.code, 'Anchr', html`<main class="gone"><p>${word('gone')}</p></main>`);

export const writePage = (page: PreviewPage): string => {
  const { word, citation, superseded, position, positions, unit, content } = page;
  const name = shownName(citation.documentName);
  const counted = unit === 'page' || positions > 1;
  const where = counted ? [word(unit, { page: position, pages: positions })] : [];
  const path = citation.headingPath.filter((heading) => heading !== citation.documentName);
  const headings = position === page.home ? path.map(shownName) : [];
  return frame(
    word.code,
    [name, ...where].join(' · '),
    html`<header>
        <div class="title">
          <h1><bdi>${name}</bdi></h1>
          <p class="where">${[...where, ...headings].join(' › ')}</p>
        </div>
        ${writeMoves(page)}
        <a class="pill" href="/c/${citation.id}/original" download>
          ${arrow('↓')}<span class="word">${word('original')}</span>
        </a>
      </header>
      <main>
        ${superseded ? html`<p class="banner" role="note">${word('superseded')}</p>` : null}
        <figure class="quoted">
          <figcaption>${word('quoted')}</figcaption>
          <blockquote dir="auto">${citation.quote.split('\n').map(cellsOf).join('\n')}</blockquote>
        </figure>
        ${content}
      </main>`,
  );
};

/** A table's row reads better without its bars. */
const cellsOf = (line: string): string => {
  const row = /^\|(?<cells>.*)\|$/u.exec(line.trim())?.groups?.['cells'];
  if (row === undefined) return line;
  const cells = row.split(/(?<!\\)\|/u).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
};

const writeMoves = ({ word, citation, position, positions, unit, home }: PreviewPage): Html => {
  const to = (number: number): string =>
    number === home ? `/c/${citation.id}#passage` : `/c/${citation.id}?${unit}=${number}`;
  return html`<nav class="moves" aria-label="${word(unit, { page: position, pages: positions })}">
    ${position === home ? null : html`<a class="back" href="${to(home)}">${word('back')}</a>`}
    ${
      position > 1
        ? html`<a class="pill" rel="prev" href="${to(position - 1)}"
            >${arrow('←')}<span class="word">${word('previous')}</span></a
          >`
        : null
    }
    ${
      position < positions
        ? html`<a class="pill" rel="next" href="${to(position + 1)}"
            ><span class="word">${word('next')}</span>${arrow('→')}</a
          >`
        : null
    }
  </nav>`;
};

const arrow = (sign: string): Html => html`<span aria-hidden="true">${sign}</span>`;

/**
 * The page's picture under an overlay whose coordinates are percent of the page as displayed:
 * attributes of shapes, because the policy allows no inline style.
 */
export const writePicture = (
  drawn: DrawnPage,
  citation: Citation,
  page: number,
  word: Word,
): Html => {
  const boxes = drawn.marks.flatMap((mark) => displayedBox(mark, drawn) ?? []);
  const name = shownName(citation.documentName);
  return html`${
      boxes.length > 0 && !drawn.exact ? html`<p class="remark">${word('passageMarked')}</p>` : null
    }
    <div class="sheet">
      <img
        src="/c/${citation.id}/page/${page}.png"
        width="${drawn.widthPx}"
        height="${drawn.heightPx}"
        alt="${word('image', { name, page })}"
      />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        ${boxes.map(
          ({ left, top, width, height }, index) =>
            html`<rect
              id="${index === 0 ? 'passage' : `passage-${index + 1}`}"
              x="${percent(left)}"
              y="${percent(top)}"
              width="${percent(width)}"
              height="${percent(height)}"
            />`,
        )}
      </svg>
    </div>`;
};

export const writeRemark = (sentence: string): Html => html`<p class="remark">${sentence}</p>`;

const percent = (value: number): string => String(Math.round(value * 1_000) / 1_000);
