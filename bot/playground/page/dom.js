// @ts-check

/**
 * A part of index.html that is always there.
 *
 * @param {string} id
 */
export const part = (id) => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
};

/**
 * @typedef {string | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Attributes
 */

/**
 * Makes an element. Children are nodes or text: a string is never read as mark-up. `onclick` and the
 * like take a function, `class` and everything else become attributes; null and false leave one out.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter(isShown));
  return element;
};

/**
 * @param {Child} child
 * @returns {child is string | Node}
 */
const isShown = (child) => child !== null && child !== undefined && child !== false && child !== '';

const shapes = {
  anchor:
    'M12 7.5V21M8 11h8M4 13.5C4 18 7.5 21 12 21s8-3 8-7.5M4 13.5l-1.5 2M4 13.5l2 1.5M20 13.5l1.5 2M20 13.5l-2 1.5M14.5 5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0',
  attach:
    'M20 11.5 12 19.5a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.7 17.2a1.7 1.7 0 0 1-2.4-2.4l7.8-7.8',
  send: 'M12 20V5M5.5 11.5 12 5l6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  file: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5M9 13h6M9 17h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  reply: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1',
  documents: 'M5 4h10l4 4v12H5zM9 12h6M9 16h6',
};

/**
 * @param {keyof typeof shapes} name
 * @returns {SVGSVGElement}
 */
export const icon = (name) => {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
};

/**
 * A name from outside for reading: without characters that turn the writing direction or cannot be
 * seen. What was given is kept as data by the server.
 *
 * @param {string} name
 */
export const shown = (name) =>
  name.replaceAll(/[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu, '\u{FFFD}');

/**
 * A quotation as running text: line ends are blanks, and a table's rows and cells stand beside each
 * other without its bars.
 *
 * @param {string} quote
 */
export const shownQuote = (quote) =>
  quote
    .split('\n')
    .map((line) => shown(line.replaceAll('\t', ' ').trim()))
    .filter((line) => line !== '')
    .reduce((text, line) => `${text}${cellsOf(line) ? ' — ' : ' '}${cellsOf(line) ?? line}`, '')
    .replace(/^[ —]+/u, '');

/**
 * Null for what is no row of a table.
 *
 * @param {string} line
 */
const cellsOf = (line) => {
  const row = /^\|(?<cells>.*)\|$/u.exec(line)?.groups?.cells;
  if (row === undefined) return null;
  const cells = row.split(/(?<!\\)\|/u).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
};

/**
 * Puts `fresh` in the place of `old` and keeps what the reader was doing: the focused control (found by
 * its data-focus) and opened details (by their data-keep).
 *
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
export const replaceKeeping = (old, fresh) => {
  const focused = document.activeElement;
  const key =
    focused instanceof HTMLElement && old.contains(focused) ? focused.dataset.focus : null;
  for (const details of old.querySelectorAll('details[data-keep]')) {
    if (!(details instanceof HTMLDetailsElement)) continue;
    const same = fresh.querySelector(`details[data-keep="${details.dataset.keep}"]`);
    if (same instanceof HTMLDetailsElement) same.open = details.open;
  }
  old.replaceWith(fresh);
  if (key) {
    const same = fresh.querySelector(`[data-focus="${CSS.escape(key)}"]`);
    if (same instanceof HTMLElement) same.focus();
    else focusable(fresh)?.focus();
  }
};

/**
 * @param {HTMLElement} element
 * @returns {HTMLElement | null}
 */
const focusable = (element) => element.querySelector('button, a, summary, textarea');
