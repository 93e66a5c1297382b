// @ts-check
/** @import { Message } from './store.js' */
import { createComposer } from './composer.js';
import { openDocuments } from './documents.js';
import { el, icon, part } from './dom.js';
import { createMessageList, stampOf } from './message-list.js';
import { showMessage } from './message.js';
import { toggleSidebar } from './sidebar.js';
import { channelName, renderedOf, repliesOf, rootsOf, state } from './store.js';
import { t } from './strings.js';

const main = part('channel');

/**
 * The channel at hand: its messages with their first exchange, and the box for the next one.
 *
 * @param {{ openThread: (rootId: string) => void, changed: () => void }} handlers
 */
export const createChannel = ({ openThread, changed }) => {
  const header = el('header', { class: 'bar-top' });
  const scroller = el('div', { class: 'scroller', role: 'log', 'aria-live': 'off', tabindex: 0 });
  const welcome = el('div', { class: 'welcome', hidden: true });
  const list = createMessageList(scroller, (/** @type {Entry} */ entry) =>
    showRoot(entry, openThread),
  );
  const composer = createComposer({
    id: 'composer-text',
    place: () => ({ channelId: state.channelId, threadId: null }),
    placeholder: () => t('placeholder', { name: channelName(state.channelId) }),
    onSent: () => {
      changed();
      list.toEnd();
    },
  });
  const dropping = el('div', { class: 'dropping', hidden: true, 'aria-hidden': 'true' });
  scroller.prepend(welcome);
  main.append(header, scroller, composer.form, dropping);
  acceptDrops(main, dropping, composer.add);

  const drawFrame = () => {
    const name = channelName(state.channelId);
    document.title = `#${name} · Anchr`;
    scroller.ariaLabel = `${t('messages')} #${name}`;
    header.replaceChildren(...headerOf(name));
    welcome.replaceChildren(...welcomeOf());
    dropping.textContent = t('dropHere', { name });
    composer.label();
  };

  const draw = () => {
    const roots = rootsOf(state.channelId);
    welcome.hidden = roots.length > 0 || !state.live;
    list.draw(roots.map(entryOf));
  };

  const reset = () => {
    list.clear();
    drawFrame();
    draw();
    list.toEnd();
  };

  return { draw, reset, focus: composer.focus };
};

/** @typedef {{ id: string, stamp: string, root: Message, first: Message[], rest: number }} Entry */

/**
 * A root shows what Anchr answered to it; what was said after that is in its thread.
 *
 * @param {Message} root
 * @returns {Entry}
 */
const entryOf = (root) => {
  const replies = repliesOf(root.id);
  const next = replies.findIndex((reply) => renderedOf(reply) === null);
  const first = next === -1 ? replies : replies.slice(0, next);
  const rest = replies.length - first.length;
  return { id: root.id, stamp: `${stampOf([root, ...first])} ${rest}`, root, first, rest };
};

/**
 * @param {Entry} entry
 * @param {(rootId: string) => void} openThread
 */
const showRoot = ({ root, first, rest }, openThread) =>
  el(
    'section',
    { class: 'exchange' },
    showMessage(root),
    first.map((reply) => showMessage(reply)),
    !root.pending &&
      el(
        'button',
        {
          type: 'button',
          class: rest > 0 ? 'thread-link thread-link-more' : 'thread-link',
          'data-focus': `thread-${root.id}`,
          onclick: () => openThread(root.id),
        },
        icon('reply'),
        rest > 0 ? t('replies', { count: rest }) : t('reply'),
      ),
  );

/** @param {string} name */
const headerOf = (name) => [
  el(
    'button',
    {
      type: 'button',
      class: 'round menu',
      'aria-label': t('openMenu'),
      onclick: () => toggleSidebar(true),
    },
    icon('menu'),
  ),
  el('h1', {}, el('span', { class: 'hash', 'aria-hidden': 'true' }, '#'), el('bdi', {}, name)),
  el(
    'button',
    {
      type: 'button',
      class: 'button',
      'aria-haspopup': 'dialog',
      onclick: () => openDocuments(state.channelId),
    },
    icon('documents'),
    t('documents'),
  ),
];

const welcomeOf = () => [
  el('span', { class: 'welcome-mark' }, icon('anchor')),
  el('h2', {}, t('welcome')),
  el('p', {}, t('welcomeMore')),
];

/**
 * @param {HTMLElement} target
 * @param {HTMLElement} veil
 * @param {(files: Iterable<File>) => void} add
 */
export const acceptDrops = (target, veil, add) => {
  let inside = 0;
  /** @param {number} change */
  const count = (change) => {
    inside = Math.max(0, inside + change);
    veil.hidden = inside === 0;
  };
  target.addEventListener('dragenter', (event) => hasFiles(event) && count(1));
  target.addEventListener('dragleave', (event) => hasFiles(event) && count(-1));
  target.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
  target.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    inside = 0;
    count(0);
    add(event.dataTransfer?.files ?? []);
  });
};

/** @param {DragEvent} event */
const hasFiles = (event) => event.dataTransfer?.types.includes('Files') === true;
