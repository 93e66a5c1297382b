// @ts-check
/** @import { Message } from './store.js' */
import { actLater } from './act.js';
import { showRun } from './answer.js';
import { showCard } from './card.js';
import { el, icon, shown } from './dom.js';
import { renderedOf } from './store.js';
import { clockTime, phrase, t } from './strings.js';

/**
 * One message with who said it and when.
 *
 * @param {Message} message
 * @param {...(HTMLElement | null)} below
 */
export const showMessage = (message, ...below) => {
  const rendered = renderedOf(message);
  const author = message.author === 'anchr' ? 'Anchr' : t('you');
  return el(
    'article',
    {
      class: `message ${rendered ? 'message-anchr' : 'message-person'}`,
      'aria-label': `${author}, ${clockTime(message.createdAt)}`,
    },
    el(
      'span',
      { class: 'avatar', 'aria-hidden': 'true' },
      rendered ? icon('anchor') : author.slice(0, 1),
    ),
    el(
      'div',
      { class: 'message-body' },
      el(
        'header',
        {},
        el('span', { class: 'author' }, author),
        message.pending
          ? el('span', { class: 'time' }, t('sending'))
          : el(
              'time',
              { class: 'time', datetime: message.createdAt },
              clockTime(message.createdAt),
            ),
        !rendered && !message.pending && showDelete(message),
      ),
      contentOf(message),
      ...below,
    ),
  );
};

/** @param {Message} message */
const contentOf = (message) => {
  if (message.content.kind === 'text') return showText(message.content);
  const { rendered } = message.content;
  switch (rendered.kind) {
    case 'card':
      return showCard(rendered, message);
    case 'run':
      return showRun(rendered, message);
    case 'notice':
      return el(
        'div',
        { class: 'notice' },
        el('p', {}, shown(phrase(rendered.sentence))),
        rendered.lines.length > 0 &&
          el(
            'ul',
            {},
            rendered.lines.map((line) => el('li', {}, el('bdi', {}, shown(line)))),
          ),
      );
  }
};

/** @param {Extract<Message['content'], { kind: 'text' }>} content */
const showText = ({ text, files }) =>
  el(
    'div',
    {},
    text !== '' && el('p', { class: 'said', dir: 'auto' }, text),
    files.length > 0 &&
      el(
        'ul',
        { class: 'shared' },
        files.map((file) =>
          el(
            'li',
            {},
            icon('file'),
            el('bdi', {}, shown(file.name)),
            el('span', {}, size(file.byteSize)),
          ),
        ),
      ),
  );

/** @param {number} bytes */
const size = (bytes) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** @param {Message} message */
const showDelete = (message) =>
  el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-focus': 'delete',
      onclick: (/** @type {MouseEvent} */ event) =>
        actLater(t('confirmDelete'))(event, message, 'delete-message', message.id),
    },
    t('deleteMessage'),
  );
