// @ts-check
/** @import { Message } from './store.js' */
import { el, replaceKeeping } from './dom.js';

/**
 * Shows entries by id and replaces only those that changed. Stays at the bottom while the reader is there.
 *
 * @template {{ id: string, stamp: string }} Entry
 * @param {HTMLElement} scroller
 * @param {(entry: Entry) => HTMLElement} show
 */
export const createMessageList = (scroller, show) => {
  const list = el('div', { class: 'messages' });
  scroller.append(list);
  /** @type {Map<string, { stamp: string, element: HTMLElement }>} */
  const drawn = new Map();

  /** @param {readonly Entry[]} entries */
  const draw = (entries) => {
    const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 120;
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, { element }] of drawn) {
      if (ids.has(id)) continue;
      element.remove();
      drawn.delete(id);
    }
    /** @type {HTMLElement | null} */
    let previous = null;
    for (const entry of entries) {
      previous = place(entry, previous);
    }
    if (atEnd) toEnd();
  };

  /**
   * @param {Entry} entry
   * @param {HTMLElement | null} previous
   */
  const place = (entry, previous) => {
    const known = drawn.get(entry.id);
    let element = known?.element;
    if (!element || known?.stamp !== entry.stamp) {
      const fresh = show(entry);
      if (element) replaceKeeping(element, fresh);
      element = fresh;
      drawn.set(entry.id, { stamp: entry.stamp, element });
    }
    const after = previous ? previous.nextSibling : list.firstChild;
    if (after !== element) list.insertBefore(element, after);
    return element;
  };

  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight;
  };

  /** Forgets what was drawn: another channel, another language. */
  const clear = () => {
    drawn.clear();
    list.replaceChildren();
  };

  return { draw, clear, toEnd };
};

/** @param {readonly Message[]} messages */
export const stampOf = (messages) =>
  messages.map(({ id, version }) => `${id}:${version}`).join(' ');
