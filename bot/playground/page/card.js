// @ts-check
/** @import { FileAction, RenderedCard, RenderedFile } from '#core/domain/rendered.ts' */
/** @import { Message } from './store.js' */
import { act, actLater } from './act.js';
import { el, icon, shown } from './dom.js';
import { dayOf, phrase, t } from './strings.js';

/**
 * The status of shared files.
 *
 * @param {RenderedCard} card
 * @param {Message} message
 */
export const showCard = (card, message) =>
  el(
    'ul',
    { class: 'files' },
    card.files.map((file) => showFile(file, message)),
  );

/**
 * @param {RenderedFile} file
 * @param {Message} message
 */
const showFile = (file, message) => {
  const date =
    file.firstSharedAt === null ? '' : t('firstShared', { date: dayOf(file.firstSharedAt) });
  return el(
    'li',
    { class: `file file-${file.status}` },
    el('span', { class: 'file-icon' }, icon('file')),
    el(
      'div',
      { class: 'file-body' },
      el('bdi', { class: 'file-name' }, shown(file.name)),
      el('p', { class: 'file-state' }, `${phrase(file.sentence)} ${date}`.trim()),
      file.status === 'working' && showBar(file),
    ),
    file.actions.length > 0 &&
      el(
        'div',
        { class: 'actions' },
        file.actions.map((action) => showAction(action, file, message)),
      ),
  );
};

/** A bar of pages or passages; without a known total it only shows that something goes on. */
const showBar = (/** @type {RenderedFile} */ file) => {
  const known = file.total > 0;
  return el('progress', {
    class: 'bar',
    'aria-label': `${shown(file.name)}: ${phrase(file.sentence)}`,
    ...(known ? { max: file.total, value: Math.min(file.done, file.total) } : {}),
  });
};

/**
 * @param {FileAction} action
 * @param {RenderedFile} file
 * @param {Message} message
 */
const showAction = (action, file, message) => {
  const aboutDocument = action === 'forget' || action === 'reindex';
  const id = aboutDocument ? file.documentId : file.ingestionId;
  if (id === null) return null;
  const perform =
    action === 'forget' ? actLater(t('confirmForget', { name: shown(file.name) })) : act;
  return el(
    'button',
    {
      type: 'button',
      class: action === 'replace' || action === 'retry' ? 'button button-strong' : 'button',
      'data-focus': `${action}-${id}`,
      'aria-label': `${t(action)}: ${shown(file.name)}`,
      onclick: (/** @type {MouseEvent} */ event) =>
        perform(event, message, action, id, file.replaces),
    },
    t(action),
  );
};
