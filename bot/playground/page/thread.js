// @ts-check
/** @import { Message } from './store.js' */
import { acceptDrops } from './channel.js';
import { createComposer } from './composer.js';
import { el, icon } from './dom.js';
import { createMessageList } from './message-list.js';
import { showMessage } from './message.js';
import { channelName, messageOf, repliesOf, state } from './store.js';
import { t } from './strings.js';

const panel = /** @type {HTMLElement} */ (document.getElementById('thread'));

/** @typedef {{ id: string, stamp: string, message: Message }} Entry */

/**
 * One conversation, from its first message to the last, and the box for a follow-up.
 *
 * @param {{ changed: () => void }} handlers
 */
export const createThread = ({ changed }) => {
  /** @type {Element | null} */
  let openedFrom = null;
  const header = el('header', { class: 'bar-top' });
  const scroller = el('div', { class: 'scroller', role: 'log', 'aria-live': 'off', tabindex: 0 });
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
  const veil = el('div', { class: 'dropping', hidden: true, 'aria-hidden': 'true' });
  panel.append(header, scroller, composer.form, veil);
  acceptDrops(panel, veil, composer.add);

  const drawFrame = () => {
    panel.ariaLabel = t('thread');
    veil.textContent = t('thread');
    scroller.ariaLabel = t('thread');
    header.replaceChildren(
      el(
        'h2',
        {},
        t('thread'),
        el('span', { class: 'sub' }, t('inChannel', { name: channelName(state.channelId) })),
      ),
      el(
        'button',
        { type: 'button', class: 'round', 'aria-label': t('closeThread'), onclick: close },
        icon('close'),
      ),
    );
    composer.label();
  };

  const draw = () => {
    const root = state.threadId === null ? undefined : messageOf(state.threadId);
    if (state.threadId === null) return;
    if (!root || root.deleted) {
      close();
      return;
    }
    list.draw(
      [root, ...repliesOf(root.id)].map((message) => ({
        id: message.id,
        stamp: String(message.version),
        message,
      })),
    );
  };

  /** @param {string} rootId */
  const open = (rootId) => {
    openedFrom = document.activeElement;
    state.threadId = rootId;
    panel.hidden = false;
    document.getElementById('shell')?.classList.add('shell-thread');
    reset();
    composer.focus();
  };

  const close = () => {
    const from = state.threadId;
    state.threadId = null;
    panel.hidden = true;
    document.getElementById('shell')?.classList.remove('shell-thread');
    // The channel may have been drawn anew since: its button is found again by what it stands for.
    const link = document.querySelector(`[data-focus="thread-${CSS.escape(from ?? '')}"]`);
    const back = openedFrom?.isConnected ? openedFrom : link;
    if (back instanceof HTMLElement) back.focus();
  };

  const reset = () => {
    list.clear();
    drawFrame();
    draw();
    list.toEnd();
  };

  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) close();
  });
  return { draw, reset, open, close };
};
