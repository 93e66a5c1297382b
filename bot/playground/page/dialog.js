// @ts-check
import { el, icon } from './dom.js';
import { t } from './strings.js';

/**
 * Opens a modal dialog, filled when `load` is done. The browser keeps the focus inside, closes it with
 * Escape and gives the focus back.
 *
 * @param {string} title
 * @param {(close: () => void) => Promise<(HTMLElement | null)[]>} load
 */
export const openDialog = (title, load) => {
  const body = el(
    'div',
    { class: 'dialog-body', tabindex: 0 },
    el('p', { class: 'note' }, t('loading')),
  );
  const close = () => dialog.close();
  /** @type {HTMLDialogElement} */
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-label': title },
    el(
      'header',
      { class: 'bar-top' },
      el('h2', {}, title),
      el(
        'button',
        { type: 'button', class: 'round', 'aria-label': t('close'), onclick: () => close() },
        icon('close'),
      ),
    ),
    body,
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  load(() => dialog.close()).then(
    (filled) => body.replaceChildren(...filled.filter((part) => part !== null)),
    (error) =>
      body.replaceChildren(
        el('p', { class: 'outcome' }, error instanceof Error ? error.message : t('notSent')),
      ),
  );
};
