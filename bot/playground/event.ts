import type { PlaygroundFile } from '#core/domain/playground.ts';

/** What the page sends, as it stands in an inbox row. */
export type PlaygroundEvent = PlaygroundSaid | PlaygroundActed;

type Sent = {
  /** Made by the page, once for each thing a person does: sent again, it is the same. */
  readonly key: string;
  readonly channelId: string;
  readonly threadId: string | null;
  /** The page's interface language. */
  readonly language: 'en' | 'zh';
};

export type PlaygroundSaid = Sent & {
  readonly kind: 'message';
  readonly text: string;
  readonly files: readonly PlaygroundFile[];
};

export type PlaygroundActed = Sent & {
  readonly kind: 'action';
  readonly action: PlaygroundAction;
};

export const actionKinds = [
  'cancel-run',
  'ask-again',
  'retry',
  'cancel',
  'replace',
  'forget',
  'reindex',
  'delete-message',
] as const;

/** `id`: of the run, ingestion, document or message; `earlier`: of the document that is replaced. */
export type PlaygroundAction = {
  readonly kind: (typeof actionKinds)[number];
  readonly id: string;
  readonly earlier: string | null;
};

/** Longest text of one message; Slack's own limit. */
export const maximumMessageCharacters = 40_000;

type Unread = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ids that a page may name: what the server and the page make, nothing that could be a path. */
const idPattern = /^[\w.:-]{1,120}$/u;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && idPattern.test(value);

/** Null where the value is not what a page sends. */
const readSent = (value: Unread): Sent | null => {
  const { key, channelId, language } = value;
  const threadId = value['threadId'] ?? null;
  if (!isId(key) || !isId(channelId) || (threadId !== null && !isId(threadId))) return null;
  return { key, channelId, threadId, language: language === 'zh' ? 'zh' : 'en' };
};

/** The body of a message, with the ids of files uploaded before. Null where it is malformed. */
export const readSaid = (
  body: unknown,
): (Omit<PlaygroundSaid, 'files'> & { readonly fileIds: readonly string[] }) | null => {
  if (!isRecord(body)) return null;
  const sent = readSent(body);
  const { text, fileIds } = body;
  if (sent === null || typeof text !== 'string' || !Array.isArray(fileIds)) return null;
  if (!fileIds.every(isId) || text.length > maximumMessageCharacters) return null;
  if (text.trim() === '' && fileIds.length === 0) return null;
  return { ...sent, kind: 'message', text: storable(text), fileIds };
};

/** NUL and lone surrogates cannot be stored as text. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const readActed = (body: unknown): PlaygroundActed | null => {
  if (!isRecord(body)) return null;
  const sent = readSent(body);
  const action = readAction(body['action']);
  return sent === null || action === null ? null : { ...sent, kind: 'action', action };
};

const readAction = (value: unknown): PlaygroundAction | null => {
  if (!isRecord(value) || !isId(value['id'])) return null;
  const kind = actionKinds.find((known) => known === value['kind']);
  const earlier = value['earlier'] ?? null;
  if (kind === undefined || (earlier !== null && !isId(earlier))) return null;
  return { kind, id: value['id'], earlier };
};

/** The payload of an inbox row, null where it is not an event of the page. */
export const readEvent = (payload: unknown): PlaygroundEvent | null => {
  if (!isRecord(payload)) return null;
  if (payload['kind'] === 'action') return readActed(payload);
  const sent = readSent(payload);
  const { text, files } = payload;
  if (payload['kind'] !== 'message' || sent === null || typeof text !== 'string') return null;
  return { ...sent, kind: 'message', text, files: readFiles(files) };
};

const readFiles = (value: unknown): readonly PlaygroundFile[] =>
  Array.isArray(value) ? value.filter(isFile) : [];

const isFile = (value: unknown): value is PlaygroundFile =>
  isRecord(value) &&
  isId(value['fileId']) &&
  typeof value['name'] === 'string' &&
  typeof value['byteSize'] === 'number' &&
  typeof value['contentHash'] === 'string';
