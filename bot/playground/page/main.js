// @ts-check
/** @import { Message } from './store.js' */
import { announceChange, hideBanner, say, showBanner } from './announce.js';
import { createChannel } from './channel.js';
import { follow, start } from './server.js';
import { drawSidebar, toggleSidebar } from './sidebar.js';
import { keep, state } from './store.js';
import { chooseLanguage, currentLanguage, t } from './strings.js';
import { createThread } from './thread.js';

let drawing = false;

/** Many messages may arrive at once: one drawing for each frame. */
const changed = () => {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    channel.draw();
    thread.draw();
  });
};

const thread = createThread({ changed });
const channel = createChannel({ openThread: thread.open, changed });

/** @param {string} channelId */
const openChannel = (channelId) => {
  state.channelId = channelId;
  history.replaceState(null, '', `#${encodeURIComponent(channelId)}`);
  thread.close();
  toggleSidebar(false);
  redraw();
  channel.focus();
};

const redraw = () => {
  drawSidebar({ openChannel, changeLanguage: redraw });
  for (const element of document.querySelectorAll('[data-text="skip"]')) {
    element.textContent = t('skip');
  }
  channel.reset();
  thread.reset();
};

/** @param {Message} message */
const take = (message) => {
  const before = keep(message);
  if (before === undefined) return;
  if (state.live) announceChange(before, message);
  changed();
};

const begin = async () => {
  chooseLanguage(currentLanguage());
  const { channels, limits } = await start();
  const wanted = decodeURIComponent(location.hash.slice(1));
  state.channels = channels;
  state.limits = limits;
  state.channelId =
    channels.find(({ channelId }) => channelId === wanted)?.channelId ??
    channels[0]?.channelId ??
    state.channelId;
  redraw();
  follow({
    onMessage: take,
    onCaughtUp: () => {
      state.live = true;
      changed();
    },
    onState: (connection) => {
      if (connection === 'open') hideBanner();
      else showBanner(t(connection === 'lost' ? 'lost' : 'restarted'));
    },
  });
};

document.getElementById('channel')?.addEventListener('click', (event) => {
  const onMenu = event.target instanceof Element && event.target.closest('.menu') !== null;
  if (!onMenu) toggleSidebar(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') toggleSidebar(false);
});

begin().catch((error) => say(error instanceof Error ? error.message : t('notSent'), true));
