// @ts-check
/** @import { Phrase } from '#core/domain/rendered.ts' */
/** @import { Message } from './store.js' */
import { currentLanguage, phrase, t } from './strings.js';

/** A refusal, as a sentence for the person. */
export class Refused extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
const request = async (path, init) => {
  const response = await fetch(path, init).catch(() => null);
  if (response === null) throw new Refused(t('notSent'));
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(sentenceOf(body));
  return body;
};

/** @param {{ sentence?: Phrase } | null} body */
const sentenceOf = (body) => (body?.sentence ? phrase(body.sentence) : t('notSent'));

/**
 * @param {string} path
 * @param {unknown} body
 */
const post = (path, body) =>
  request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Made once for each thing a person does, so that sending it again is the same thing. */
export const newKey = () => `m-${crypto.randomUUID()}`;

/**
 * @typedef {{ channelId: string, name: string }} Channel
 * @returns {Promise<{ channels: Channel[], limits: { files: number, fileBytes: number } }>}
 */
export const start = () => request('/api/start');

/** @param {string} name @returns {Promise<Channel>} */
export const addChannel = (name) => post('/api/channels', { name });

/** @param {string} channelId */
export const documentsOf = (channelId) =>
  request(`/api/channels/${encodeURIComponent(channelId)}/documents`);

/** @param {string} runId */
export const traceOf = (runId) => request(`/api/runs/${encodeURIComponent(runId)}/trace`);

/** @param {{ key: string, channelId: string, threadId: string | null, text: string, fileIds: string[] }} message */
export const sendMessage = (message) =>
  post('/api/messages', { ...message, language: currentLanguage() });

/**
 * @param {{ channelId: string, threadId: string | null }} place
 * @param {string} kind
 * @param {string} id
 * @param {string | null} [earlier]
 */
export const sendAction = ({ channelId, threadId }, kind, id, earlier = null) =>
  post('/api/actions', {
    key: newKey(),
    channelId,
    threadId,
    language: currentLanguage(),
    action: { kind, id, earlier },
  });

/**
 * Sends one file; `onProgress` gets a share from 0 to 1. Fetch cannot tell how far an upload is.
 *
 * @param {File} file
 * @param {(share: number) => void} onProgress
 * @returns {Promise<{ fileId: string }>}
 */
export const upload = (file, onProgress) =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('PUT', `/api/files?name=${encodeURIComponent(file.name)}`);
    sending.responseType = 'json';
    sending.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    sending.addEventListener('error', () => reject(new Refused(t('notSent'))));
    sending.addEventListener('load', () =>
      sending.status === 201
        ? resolve(sending.response)
        : reject(new Refused(sentenceOf(sending.response))),
    );
    sending.send(file);
  });

/**
 * Follows all messages from the beginning; a lost connection resumes where it stopped.
 *
 * @param {{ onMessage: (message: Message) => void, onCaughtUp: () => void, onState: (state: 'open' | 'lost' | 'closed') => void }} handlers
 */
export const follow = ({ onMessage, onCaughtUp, onState }) => {
  const source = new EventSource('/events?after=0');
  source.addEventListener('open', () => onState('open'));
  source.addEventListener('message', (event) => onMessage(JSON.parse(event.data)));
  source.addEventListener('caught-up', onCaughtUp);
  source.addEventListener('error', () =>
    onState(source.readyState === EventSource.CLOSED ? 'closed' : 'lost'),
  );
};
