// @ts-check
import { say } from './announce.js';
import { Refused, sendAction } from './server.js';

/**
 * Sends what a button stands for and holds the button until it is taken; the change itself arrives with
 * the message.
 *
 * @param {MouseEvent} event
 * @param {{ channelId: string, threadId: string | null }} place
 * @param {string} kind
 * @param {string} id
 * @param {string | null} [earlier]
 */
export const act = async (event, place, kind, id, earlier = null) => {
  const button = event.currentTarget;
  if (!(button instanceof HTMLButtonElement) || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  try {
    await sendAction(place, kind, id, earlier);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(error.message, true);
  } finally {
    // Where nothing came of it (it had finished already), the button can be pressed again.
    setTimeout(() => {
      button.ariaDisabled = null;
    }, 1_500);
  }
};

/**
 * The same after a question, for what cannot be taken back.
 *
 * @param {string} question
 * @returns {typeof act}
 */
export const actLater =
  (question) =>
  async (event, ...rest) => {
    // The browser's own dialog is reachable by keyboard and read aloud.
    if (globalThis.confirm(question)) await act(event, ...rest);
  };
