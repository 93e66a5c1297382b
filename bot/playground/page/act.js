// @ts-check
/** @import { Message } from './store.js' */
import { say } from './announce.js';
import { Refused, sendAction } from './server.js';

/**
 * Sends what a button stands for and holds the button until it is taken; the change itself arrives with
 * the message.
 *
 * @param {MouseEvent} event
 * @param {Message} message
 * @param {string} kind
 * @param {string} id
 * @param {string | null} [earlier]
 */
export const act = async (event, message, kind, id, earlier = null) => {
  const button = event.currentTarget;
  if (!(button instanceof HTMLButtonElement) || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  try {
    await sendAction(message, kind, id, earlier);
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
