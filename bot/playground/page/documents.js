// @ts-check
import { act, actLater } from './act.js';
import { openDialog } from './dialog.js';
import { el, icon, shown } from './dom.js';
import { documentsOf } from './server.js';
import { dayOf, t } from './strings.js';

/**
 * @typedef {{ documentId: string, name: string, title: string | null, pageCount: number | null, segmentCount: number,
 *   active: boolean, sharedAt: string, messageId: string | null }} Listed
 */

/** What may be asked about in a channel. */
export const openDocuments = (/** @type {string} */ channelId) =>
  openDialog(t('documents'), async (close) => {
    /** @type {{ documents: Listed[] }} */
    const { documents } = await documentsOf(channelId);
    if (documents.length === 0) return [el('p', { class: 'note' }, t('noDocuments'))];
    return [
      el(
        'ul',
        { class: 'files' },
        documents.map((document) => showDocument(document, channelId, close)),
      ),
    ];
  });

/**
 * @param {Listed} document
 * @param {string} channelId
 * @param {() => void} close
 */
const showDocument = (document, channelId, close) => {
  const place = { channelId, threadId: document.messageId };
  const facts = [
    document.active ? null : t('notReady'),
    document.pageCount ? t('pages', { count: document.pageCount }) : null,
    document.segmentCount > 0 ? t('passagesCount', { count: document.segmentCount }) : null,
    dayOf(document.sharedAt),
  ];
  return el(
    'li',
    { class: 'file' },
    el('span', { class: 'file-icon' }, icon('file')),
    el(
      'div',
      { class: 'file-body' },
      el('bdi', { class: 'file-name' }, shown(document.name)),
      el('p', { class: 'file-state' }, facts.filter((fact) => fact !== null).join(' · ')),
    ),
    el(
      'div',
      { class: 'actions' },
      el(
        'button',
        {
          type: 'button',
          class: 'button',
          'aria-label': `${t('reindex')}: ${shown(document.name)}`,
          onclick: async (/** @type {MouseEvent} */ event) => {
            await act(event, place, 'reindex', document.documentId);
            close();
          },
        },
        t('reindex'),
      ),
      el(
        'button',
        {
          type: 'button',
          class: 'button',
          'aria-label': `${t('forget')}: ${shown(document.name)}`,
          onclick: async (/** @type {MouseEvent} */ event) => {
            const forget = actLater(t('confirmForget', { name: shown(document.name) }));
            await forget(event, place, 'forget', document.documentId);
            close();
          },
        },
        t('forget'),
      ),
    ),
  );
};
