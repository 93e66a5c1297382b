// @ts-check
import { say } from './announce.js';
import { el, icon, shown } from './dom.js';
import { newKey, Refused, sendMessage, upload } from './server.js';
import { drop, keep, state } from './store.js';
import { t } from './strings.js';

/** @typedef {{ name: string, byteSize: number, sent: Promise<string | null>, element: HTMLElement }} Chosen */
/** @typedef {{ channelId: string, threadId: string | null }} Place */

/**
 * The box for a message: text, files picked, dropped or pasted; Enter sends.
 *
 * @param {{ id: string, place: () => Place, placeholder: () => string, onSent: () => void }} options
 */
export const createComposer = ({ id, place, placeholder, onSent }) => {
  const parts = build(id);
  const { form, text } = parts;
  const files = createChosen(parts.files, text);

  const submit = async () => {
    const said = text.value;
    const taken = files.take();
    if (said.trim() === '' && taken.length === 0) return;
    text.value = '';
    grow(text);
    const failed = await sendAll({ said, taken, place: place(), onSent });
    if (!failed) return;
    text.value ||= said;
    grow(text);
    files.putBack(taken);
  };

  const label = () => {
    text.placeholder = placeholder();
    text.ariaLabel = placeholder();
    for (const key of /** @type {const} */ (['attach', 'send'])) {
      parts[key].ariaLabel = t(key);
      parts[key].title = t(key);
    }
    parts.hint.textContent = t('hint');
  };

  listen({ ...parts, add: files.add, submit });
  label();
  return { form, add: files.add, label, focus: () => text.focus() };
};

/** @param {string} id */
const build = (id) => {
  const files = el('ul', { class: 'chosen', hidden: true });
  const text = el('textarea', { id, rows: 1, 'aria-describedby': `${id}-hint` });
  const picker = el('input', { type: 'file', multiple: true, hidden: true, tabindex: -1 });
  const attach = el('button', { type: 'button', class: 'round' }, icon('attach'));
  const send = el('button', { type: 'submit', class: 'round round-strong' }, icon('send'));
  const hint = el('p', { id: `${id}-hint`, class: 'hint' });
  const row = el('div', { class: 'composer-row' }, attach, text, send);
  const box = el('div', { class: 'composer-box' }, files, row);
  return {
    form: el('form', { class: 'composer' }, box, picker, hint),
    files,
    text,
    picker,
    attach,
    send,
    hint,
  };
};

/**
 * The files of the message that is being written.
 *
 * @param {HTMLElement} list
 * @param {HTMLTextAreaElement} text
 */
const createChosen = (list, text) => {
  /** @type {Chosen[]} */
  let chosen = [];
  /** @param {Chosen[]} next */
  const set = (next) => {
    chosen = next;
    list.replaceChildren(...chosen.map(({ element }) => element));
    list.hidden = chosen.length === 0;
  };
  return {
    /** @param {Iterable<File>} added */
    add: (added) => {
      for (const file of added) {
        const refusal = refusalOf(file, chosen.length);
        if (refusal !== null) {
          say(refusal, true);
          continue;
        }
        const one = choose(file, () => {
          set(chosen.filter((other) => other !== one));
          text.focus();
        });
        set([...chosen, one]);
      }
      text.focus();
    },
    take: () => {
      const taken = chosen;
      set([]);
      return taken;
    },
    /** @param {Chosen[]} taken */
    putBack: (taken) => set([...taken, ...chosen]),
  };
};

/**
 * @param {{ form: HTMLFormElement, text: HTMLTextAreaElement, picker: HTMLInputElement, attach: HTMLButtonElement,
 *   add: (files: Iterable<File>) => void, submit: () => Promise<void> }} parts
 */
const listen = ({ form, text, picker, attach, add, submit }) => {
  attach.addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    add(picker.files ?? []);
    picker.value = '';
  });
  text.addEventListener('input', () => grow(text));
  text.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.files;
    if (!pasted || pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  });
  text.addEventListener('keydown', (event) => {
    // While an input method composes, Enter chooses a character.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
};

/** @param {HTMLTextAreaElement} text */
const grow = (text) => {
  text.style.height = 'auto';
  text.style.height = `${Math.min(text.scrollHeight, 220)}px`;
};

/**
 * @param {File} file
 * @param {number} already
 */
const refusalOf = (file, already) => {
  if (already >= state.limits.files) return t('tooMany', { limit: state.limits.files });
  if (file.size <= state.limits.fileBytes) return null;
  const limit = Math.round(state.limits.fileBytes / 1024 / 1024);
  return t('tooLarge', { name: shown(file.name), limit });
};

/**
 * Starts the upload at once; sending waits for it.
 *
 * @param {File} file
 * @param {() => void} remove
 * @returns {Chosen}
 */
const choose = (file, remove) => {
  const name = shown(file.name);
  const bar = el('progress', { max: 1, value: 0, 'aria-label': t('uploading', { name }) });
  const element = el(
    'li',
    {},
    icon('file'),
    el('bdi', {}, name),
    bar,
    el(
      'button',
      { type: 'button', class: 'quiet', 'aria-label': t('removeFile', { name }), onclick: remove },
      icon('close'),
    ),
  );
  const sent = upload(file, (share) => {
    bar.value = share;
  }).then(
    ({ fileId }) => {
      bar.hidden = true;
      return fileId;
    },
    (error) => {
      say(error instanceof Refused ? `${name}: ${error.message}` : t('notSent'), true);
      remove();
      return null;
    },
  );
  return { name: file.name, byteSize: file.size, sent, element };
};

/**
 * Shows the message at once and sends it when its files have arrived. Resolves to whether it failed.
 *
 * @param {{ said: string, taken: Chosen[], place: Place, onSent: () => void }} what
 */
const sendAll = async ({ said, taken, place, onSent }) => {
  const key = newKey();
  keep({
    id: key,
    channelId: place.channelId,
    threadId: place.threadId,
    author: { id: 'you', name: t('you') },
    content: {
      kind: 'text',
      text: said,
      files: taken.map(({ name, byteSize }) => ({ fileId: name, name, byteSize, contentHash: '' })),
    },
    version: 0,
    createdAt: new Date().toISOString(),
    deleted: false,
    pending: true,
  });
  onSent();
  try {
    const fileIds = (await Promise.all(taken.map(({ sent }) => sent))).filter((id) => id !== null);
    if (fileIds.length < taken.length) throw new Refused(t('notSent'));
    await sendMessage({ ...place, key, text: said, fileIds });
    return false;
  } catch (error) {
    drop(key);
    onSent();
    say(error instanceof Error ? error.message : t('notSent'), true);
    return true;
  }
};
