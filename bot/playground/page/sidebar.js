// @ts-check
import { say } from './announce.js';
import { el, icon, part } from './dom.js';
import { addChannel, Refused } from './server.js';
import { state } from './store.js';
import { chooseLanguage, currentLanguage, t } from './strings.js';

const sidebar = part('sidebar');

/** @typedef {{ openChannel: (channelId: string) => void, changeLanguage: () => void }} Handlers */

/**
 * The list of channels, a way to add one, and the language switch.
 *
 * @param {Handlers} handlers
 */
export const drawSidebar = (handlers) => {
  sidebar.ariaLabel = t('channels');
  sidebar.replaceChildren(
    el(
      'div',
      { class: 'brand' },
      icon('anchor'),
      el(
        'div',
        {},
        el('p', { class: 'brand-name' }, 'Anchr'),
        el('p', { class: 'brand-line' }, t('tagline')),
      ),
    ),
    el('h2', { class: 'label' }, t('channels')),
    el(
      'ul',
      { class: 'channels' },
      state.channels.map(({ channelId, name }) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: 'channel-link',
              'aria-current': channelId === state.channelId ? 'page' : null,
              onclick: () => handlers.openChannel(channelId),
            },
            el('span', { class: 'hash', 'aria-hidden': 'true' }, '#'),
            el('bdi', {}, name),
          ),
        ),
      ),
    ),
    showAdd(handlers),
    el(
      'button',
      {
        type: 'button',
        class: 'language',
        'aria-label': t('switchLanguage'),
        onclick: () => {
          chooseLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
          handlers.changeLanguage();
        },
      },
      t('language'),
    ),
  );
};

/** @param {Handlers} handlers */
const showAdd = (handlers) => {
  const name = el('input', {
    type: 'text',
    maxlength: 80,
    required: true,
    placeholder: t('channelName'),
    'aria-label': t('channelName'),
  });
  return el(
    'details',
    { class: 'add-channel' },
    el('summary', {}, icon('plus'), t('addChannel')),
    el(
      'form',
      {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          try {
            const channel = await addChannel(name.value);
            const known = state.channels.some((one) => one.channelId === channel.channelId);
            if (!known) state.channels = [...state.channels, channel];
            handlers.openChannel(channel.channelId);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            say(error.message, true);
          }
        },
      },
      name,
      el('button', { type: 'submit', class: 'button' }, t('add')),
    ),
  );
};

/** On a narrow window the list lies over the channel until one is chosen. */
export const toggleSidebar = (/** @type {boolean} */ open) =>
  part('shell').classList.toggle('shell-menu', open);
