// @ts-check
/** @import { Rendered } from '#core/domain/rendered.ts' */
/** @import { Message } from './store.js' */
import { part, shown } from './dom.js';
import { renderedOf } from './store.js';
import { phrase, t } from './strings.js';

const announcer = part('announcer');
const banner = part('banner');
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/**
 * Tells a screen reader; `visibly` also those who look.
 *
 * @param {string} text
 * @param {boolean} [visibly]
 */
export const say = (text, visibly = false) => {
  if (!visibly) {
    announcer.textContent = text;
    return;
  }
  showBanner(text);
  clearTimeout(hiding);
  hiding = setTimeout(hideBanner, 8_000);
};

/** @param {string} text */
export const showBanner = (text) => {
  clearTimeout(hiding);
  banner.textContent = text;
  banner.hidden = false;
};

export const hideBanner = () => {
  banner.hidden = true;
};

/**
 * Says what changed, once for each step: not every page that was read, nor every word of an answer.
 *
 * @param {Message | null} before
 * @param {Message} message
 */
export const announceChange = (before, message) => {
  const now = renderedOf(message);
  if (now === null || message.deleted) return;
  const text = readAloud(now);
  const earlier = before && renderedOf(before);
  if (text !== '' && (!earlier || readAloud(earlier) !== text)) say(text);
};

/** @param {Rendered} rendered */
const readAloud = (rendered) => {
  switch (rendered.kind) {
    case 'card':
      return rendered.files
        .map((file) =>
          file.status === 'working'
            ? `${shown(file.name)}: ${t(file.step === 'indexing' ? 'notReady' : 'loading')}`
            : `${shown(file.name)}: ${phrase(file.sentence)}`,
        )
        .join('. ');
    case 'run':
      if (rendered.phase !== 'done') return rendered.sentence ? phrase(rendered.sentence) : '';
      return [rendered.sentence && phrase(rendered.sentence), textOf(rendered.blocks)]
        .filter((one) => one)
        .join('. ')
        .slice(0, 600);
    case 'notice':
      return [phrase(rendered.sentence), ...rendered.lines].join('. ');
  }
};

/**
 * The words of a tree of blocks.
 *
 * @param {unknown} node
 * @returns {string}
 */
const textOf = (node) => {
  if (Array.isArray(node))
    return node
      .map(textOf)
      .filter((one) => one !== '')
      .join(' ');
  if (typeof node !== 'object' || node === null) return '';
  if ('text' in node && typeof node.text === 'string') return node.text;
  return Object.values(node)
    .map(textOf)
    .filter((one) => one !== '')
    .join(' ');
};
