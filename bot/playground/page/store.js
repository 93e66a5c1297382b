// @ts-check
/** @import { PlaygroundMessage } from '#core/domain/playground.ts' */
/** @import { Rendered } from '#core/domain/rendered.ts' */
/** @import { Channel } from './server.js' */

/**
 * @typedef {Extract<PlaygroundMessage['content'], { kind: 'text' }>} Said
 * @typedef {{ kind: 'rendered', rendered: Rendered, deliveryId: string }} Shown
 * @typedef {Omit<PlaygroundMessage, 'createdAt' | 'content'> & { content: Said | Shown, createdAt: string, pending?: boolean }} Message
 * @typedef {{ channels: Channel[], channelId: string, threadId: string | null, limits: { files: number, fileBytes: number }, live: boolean }} State
 */

/** @type {Map<string, Message>} */
const messages = new Map();

/** @type {State} */
export const state = {
  channels: [],
  channelId: 'general',
  threadId: null,
  limits: { files: 10, fileBytes: 50 * 1024 * 1024 },
  /** Everything from before the page opened has arrived: from now on, changes are news. */
  live: false,
};

/**
 * Keeps the newer of two versions. Returns the one before, or null for a new message; undefined when
 * nothing changed.
 *
 * @param {Message} message
 * @returns {Message | null | undefined}
 */
export const keep = (message) => {
  const before = messages.get(message.id);
  if (before && !before.pending && before.version >= message.version) return undefined;
  messages.set(message.id, message);
  return before && !before.pending ? before : null;
};

/** @param {string} id */
export const drop = (id) => messages.delete(id);

/** @param {string} id */
export const messageOf = (id) => messages.get(id);

/** @param {Message} a @param {Message} b */
const byAge = (a, b) =>
  Number(a.pending ?? false) - Number(b.pending ?? false) ||
  a.createdAt.localeCompare(b.createdAt) ||
  a.version - b.version;

/** Top-level messages of a channel, oldest first; a reply whose root is gone stands for itself. */
export const rootsOf = (/** @type {string} */ channelId) =>
  [...messages.values()]
    .filter((one) => one.channelId === channelId && !one.deleted && isRoot(one))
    .toSorted(byAge);

/** @param {Message} message */
const isRoot = ({ threadId }) => threadId === null || !messages.has(threadId);

/**
 * The root's own status card comes first, whenever it was posted.
 *
 * @param {string} rootId
 */
export const repliesOf = (rootId) =>
  [...messages.values()]
    .filter((one) => one.threadId === rootId && !one.deleted)
    .toSorted((a, b) => Number(isCardOf(b, rootId)) - Number(isCardOf(a, rootId)) || byAge(a, b));

/**
 * @param {Message} message
 * @param {string} rootId
 */
const isCardOf = (message, rootId) => {
  const rendered = renderedOf(message);
  return rendered?.kind === 'card' && rendered.messageId === rootId;
};

/**
 * What Anchr says, null for a person's message.
 *
 * @param {Message} message
 * @returns {Rendered | null}
 */
export const renderedOf = ({ content }) => (content.kind === 'rendered' ? content.rendered : null);

/** @param {string} channelId */
export const channelName = (channelId) =>
  state.channels.find((one) => one.channelId === channelId)?.name ?? channelId;
