// @ts-check
/** @import { Message } from './store.js' */
import { acceptDrops } from './channel.js';
import { createComposer } from './composer.js';
import { el, icon, part } from './dom.js';
import { createMessageList } from './message-list.js';
import { showMessage } from './message.js';
import { channelName, messageOf, repliesOf, state } from './store.js';
import { t } from './strings.js';

const panel = part('thread');

/** @typedef {{ id: string, stamp: string, message: Message }} Entry */

/**
 * One conversation, from its first message to the last, and the box for a follow-up.
 *
 * @param {{ changed: () => void }} handlers
 */
export const createThread = ({ changed }) => {
  /** @type {Element | null} */
  let openedFrom = null;
  const { header, scroller, veil } = build();
  const list = createMessageList(scroller, (/** @type {Entry} */ { message }) =>
    showMessage(message),
  );
  const composer = createComposer({
    id: 'thread-text',
    place: () => ({ channelId: state.channelId, threadId: state.threadId }),
    placeholder: () => t('placeholderThread'),
    onSent: () => {
      changed();
      list.toEnd();
    },
  });
  panel.append(header, scroller, composer.form, veil);
  acceptDrops(panel, veil, composer.add);

  const draw = () => {
    if (state.threadId === null) return;
    const entries = entriesOf(state.threadId);
    if (entries === null) close();
    else list.draw(entries);
  };

  const close = () => {
    const from = state.threadId;
    state.threadId = null;
    panel.hidden = true;
    part('shell').classList.remove('shell-thread');
    if (from !== null) focusAgain(openedFrom, from);
  };

  const reset = () => {
    list.clear();
    label(header, scroller, veil, close);
    composer.label();
    draw();
    list.toEnd();
  };

  /** @param {string} rootId */
  const open = (rootId) => {
    openedFrom = document.activeElement;
    state.threadId = rootId;
    panel.hidden = false;
    part('shell').classList.add('shell-thread');
    reset();
    composer.focus();
  };

  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) close();
  });
  return { draw, reset, open, close };
};

const build = () => ({
  header: el('header', { class: 'bar-top' }),
  scroller: el('div', { class: 'scroller', role: 'log', 'aria-live': 'off', tabindex: 0 }),
  veil: el('div', { class: 'dropping', hidden: true, 'aria-hidden': 'true' }),
});

/**
 * Null when the thread's first message is gone.
 *
 * @param {string} rootId
 * @returns {Entry[] | null}
 */
const entriesOf = (rootId) => {
  const root = messageOf(rootId);
  if (!root || root.deleted) return null;
  return [root, ...repliesOf(root.id)].map((message) => ({
    id: message.id,
    stamp: String(message.version),
    message,
  }));
};

/**
 * The channel may have been drawn anew since: its button is found again by what it stands for.
 *
 * @param {Element | null} openedFrom
 * @param {string} rootId
 */
const focusAgain = (openedFrom, rootId) => {
  const link = document.querySelector(`[data-focus="thread-${CSS.escape(rootId)}"]`);
  const back = openedFrom?.isConnected ? openedFrom : link;
  if (back instanceof HTMLElement) back.focus();
};

/**
 * @param {HTMLElement} header
 * @param {HTMLElement} scroller
 * @param {HTMLElement} veil
 * @param {() => void} close
 */
const label = (header, scroller, veil, close) => {
  panel.ariaLabel = t('thread');
  scroller.ariaLabel = t('thread');
  veil.textContent = t('thread');
  const where = t('inChannel', { name: channelName(state.channelId) });
  header.replaceChildren(
    el('h2', {}, t('thread'), el('span', { class: 'sub' }, where)),
    el(
      'button',
      { type: 'button', class: 'round', 'aria-label': t('closeThread'), onclick: close },
      icon('close'),
    ),
  );
};
