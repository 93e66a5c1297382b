import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Terminal } from '#core/domain/errors.ts';
import type { PlaygroundMessage } from '#core/domain/playground.ts';
import { withDatabase } from '#core/testing/database.ts';
import { createStores } from '#embedded/stores.ts';
import { createDeliver } from '#worker/deliver.ts';
import { createPlaygroundFiles } from '#worker/playground/fetch.ts';
import { createPlaygroundPoster } from '#worker/playground/post.ts';
import { startPool } from '#worker/pool.ts';
import { startBot } from './main.ts';

const workspaceId = 'playground';
const person = { id: 'local', name: 'You' };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { connection } = withDatabase();

/** The receiving side and the posting side on the embedded database; nothing is read or answered. */
const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anchr-bot-'));
  const stores = createStores(connection(), folder, silent);
  const bot = await startBot({
    ...stores,
    renderer: {
      render: async () => {
        throw new Terminal('INTERNAL', 'nothing is drawn here');
      },
    },
    owner: 'bot',
    workspaceId,
    person,
    mode: 'STRICT',
    maximumFileBytes: 1_000_000,
    port: 0,
  });
  const posters = { playground: createPlaygroundPoster(stores) };
  const deliveries = startPool({
    ...stores,
    kind: 'delivery',
    size: 4,
    owner: 'worker',
    perform: createDeliver({ ...stores, posters }),
  });
  const opened = await fetch(bot.page?.url ?? '', { redirect: 'manual' });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return {
    stores,
    origin: bot.page?.origin ?? '',
    cookie,
    stop: async () => {
      await bot.stop();
      await deliveries.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

let side: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  side = await start();
});
afterAll(() => side.stop());

const send = async (path: string, body: object) => {
  const response = await fetch(`${side.origin}${path}`, {
    method: 'POST',
    headers: { cookie: side.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ channelId: 'general', threadId: null, language: 'en', ...body }),
  });
  expect(response.status).toBe(202);
};

const say = (key: string, text: string, given: object = {}) =>
  send('/api/messages', { key, text, fileIds: [], ...given });

const drop = async (name: string, content: string): Promise<string> => {
  const response = await fetch(`${side.origin}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { cookie: side.cookie },
    body: content,
  });
  const file: unknown = await response.json();
  return typeof file === 'object' && file !== null && 'fileId' in file ? String(file.fileId) : '';
};

/** What stands in a thread once it reads as expected. */
const threadWith = async (rootId: string, words: string): Promise<readonly PlaygroundMessage[]> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const all = await side.stores.messages.since(workspaceId, 'general', 0, 1_000);
    const thread = all.filter(({ threadId, deleted }) => threadId === rootId && !deleted);
    if (JSON.stringify(thread).includes(words)) return thread;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing in the thread says ${words}`);
};

describe('the page on the embedded database', () => {
  it('turns dropped files into a card, and hands their bytes to whoever reads them', async () => {
    const fileIds = [await drop('Handbook.md', '# Handbook'), await drop('Notes.txt', 'notes')];
    await say('share', '', { fileIds });
    const thread = await threadWith('share', 'Handbook.md');
    expect(thread).toHaveLength(1);
    expect(JSON.stringify(thread)).toContain('Notes.txt');
    const library = await side.stores.libraries.byChannel(workspaceId, 'playground', 'general');
    const items = await side.stores.ingestions.requests.list(workspaceId, library?.id ?? '', 10);
    const shared = items.map(({ share }) => share).find(({ fileName }) => fileName === 'Notes.txt');
    if (shared === undefined) throw new Error('the file was not shared');
    const { signal } = new AbortController();
    const { bytes } = await createPlaygroundFiles(side.stores).fetch(shared, 100, signal);
    expect(new TextDecoder().decode(bytes)).toBe('notes');
  });

  it('answers a question once, in its thread, and stops it on a word', async () => {
    await say('question', 'How long?');
    await say('question', 'How long?');
    const waiting = await threadWith('question', '"kind":"run"');
    expect(waiting).toHaveLength(1);
    await say('stop', 'stop', { threadId: 'question' });
    const stopped = await threadWith('question', 'Cancelled by You');
    expect(stopped.filter(({ author }) => author === 'anchr')).toHaveLength(1);
  });

  it('lets a question that came with a file wait for it', async () => {
    await say('both', 'What does it say?', { fileIds: [await drop('Plan.md', '# Plan')] });
    const thread = await threadWith('both', 'Waiting until the files are ready');
    expect(JSON.stringify(thread)).toContain('Plan.md');
  });

  it.each([
    ['help', '/anchr help', 'Drop files to index them'],
    ['docs', '/anchr docs', 'Nothing is indexed in this channel yet'],
    ['status', '/anchr status', 'running'],
    ['why', '/anchr why', 'no answer here yet'],
    ['a missing name', '/anchr reindex Missing.pdf', 'There is no “Missing.pdf”'],
    ['an unknown command', '/anchr dance', 'There is no command “dance”'],
    ['10,000 characters', 'x'.repeat(10_000), 'That question is too long'],
  ])('answers %s with a sentence', async (what, text, sentence) => {
    const key = `command-${what.replaceAll(/\W/gu, '-')}`;
    await say(key, text);
    expect(await threadWith(key, sentence)).toHaveLength(1);
  });

  it('takes the files of a deleted message along', async () => {
    await say('gone', '', { fileIds: [await drop('Gone.md', '# Gone')] });
    await threadWith('gone', 'Gone.md');
    const action = { kind: 'delete-message', id: 'gone' };
    await send('/api/actions', { key: 'delete', action });
    for (let tries = 0; ; tries += 1) {
      const message = await side.stores.messages.find(workspaceId, 'gone');
      if (message?.deleted === true) break;
      if (tries > 100) throw new Error('the message is still there');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const all = await side.stores.messages.since(workspaceId, 'general', 0, 1_000);
    expect(JSON.stringify(all)).not.toContain('Gone.md');
  });
});
