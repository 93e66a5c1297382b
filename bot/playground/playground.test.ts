import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createPlaygroundStage,
  stageToken,
  stageWorkspace,
} from '#core/testing/playground-stage.ts';

type Stage = ReturnType<typeof createPlaygroundStage>;
let stage: Stage;
let origin = '';
let url = '';
let cookie = '';

beforeEach(async () => {
  stage = createPlaygroundStage({ maximumFileBytes: 1_000 });
  ({ origin, url } = await stage.playground.listen());
  const opened = await fetch(url, { redirect: 'manual' });
  cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterEach(() => stage.playground.close());

const host = (): string => new URL(origin).host;

type Sent = {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

const ask = (path: string, init: Sent = {}) =>
  stage.playground.app.request(`${origin}${path}`, {
    ...init,
    headers: { host: host(), cookie, ...init.headers },
  });

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

const said = (given: Record<string, unknown> = {}) => ({
  key: 'm-1',
  channelId: 'general',
  threadId: null,
  language: 'en',
  text: 'What is it?',
  fileIds: [],
  ...given,
});

const put = (name: string, bytes: number) =>
  ask(`/api/files?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
  });

const uploaded = z.object({ fileId: z.string(), contentHash: z.string() });

describe('the door', () => {
  it('opens with the start-up address, which sets a strict cookie and leaves the token out of the address', async () => {
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/');
    const set = response.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/HttpOnly/u);
    expect(set).toMatch(/SameSite=Strict/u);
  });

  it.each(['/', '/page/main.js', '/api/start', '/events', '/c/anything', '/c/x/page/1.png'])(
    'stays shut at %s without the cookie, with a sentence',
    async (path) => {
      const response = await ask(path, { headers: { cookie: '' } });
      expect(response.status).toBe(401);
      expect(await response.text()).toContain('Open the address');
    },
  );

  it('stays shut for a wrong token and a wrong cookie', async () => {
    const name = cookie.split('=')[0];
    const wrong = await ask('/?token=guess', { headers: { cookie: '' } });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    const forged = await ask('/', { headers: { cookie: `${name}=${stageToken}x` } });
    expect(forged.status).toBe(401);
  });

  it('lets in no other host name, whatever it resolves to', async () => {
    for (const other of ['evil.example', `localhost:${new URL(origin).port}`, '127.0.0.1']) {
      const response = await ask('/api/start', { headers: { host: other } });
      expect(response.status).toBe(421);
    }
  });

  it('takes nothing from another site, although the browser may send the cookie along', async () => {
    const evil = await send('/api/messages', said(), { origin: 'https://evil.example' });
    expect(evil.status).toBe(403);
    const opaque = await send('/api/messages', said(), { origin: 'null' });
    expect(opaque.status).toBe(403);
    const crossSite = await send('/api/messages', said(), { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    expect(stage.inbox.rows()).toEqual([]);
    expect((await send('/api/messages', said(), { origin })).status).toBe(202);
  });

  it('sends a strict policy with every answer, refusals included', async () => {
    for (const response of [await ask('/'), await ask('/', { headers: { cookie: '' } })]) {
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('x-robots-tag')).toContain('noindex');
    }
  });

  it('serves the files of the page by name only', async () => {
    expect((await ask('/page/main.js')).headers.get('content-type')).toContain('javascript');
    for (const path of ['/page/..%2fguard.ts', '/page/guard.ts', '/page/tsconfig.json']) {
      expect((await ask(path)).status).toBe(404);
    }
  });
});

describe('a message', () => {
  it('is acknowledged once its inbox row is committed, and is one row however often it is sent', async () => {
    expect(await (await send('/api/messages', said())).json()).toMatchObject({ duplicate: false });
    expect(await (await send('/api/messages', said())).json()).toMatchObject({ duplicate: true });
    expect(stage.inbox.rows()).toEqual([{ key: 'm-1', status: 'live' }]);
  });

  it.each([
    ['no body', undefined],
    ['no key', said({ key: undefined })],
    ['a key that is no id', said({ key: '../../etc' })],
    ['neither words nor files', said({ text: ' \n ' })],
    ['a text that is none', said({ text: { $gt: '' } })],
  ])('with %s is refused with a sentence and leaves no row', async (_what, body) => {
    const response = await send('/api/messages', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ sentence: { en: expect.any(String) } });
    expect(stage.inbox.rows()).toEqual([]);
  });

  it('of 10,000 characters or with mark-up arrives unchanged', async () => {
    const text = `<script>alert('x')</script> ${'long '.repeat(2_000)}`;
    expect((await send('/api/messages', said({ text }))).status).toBe(202);
    const [claim] = await stage.inbox.work.claim('inbox', 'owner', 1);
    if (claim === undefined) throw new Error('no row');
    expect((await stage.inbox.load(claim)).payload).toMatchObject({ text });
  });

  it('that is larger than a chat allows is refused', async () => {
    const response = await send('/api/messages', said({ text: 'x'.repeat(300_000) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'message_too_long' });
  });

  it('into an unknown channel is refused', async () => {
    expect((await send('/api/messages', said({ channelId: 'nowhere' }))).status).toBe(404);
  });
});

describe('a file', () => {
  it('is stored before a message names it, under the hash that the server computed', async () => {
    const file = uploaded.parse(await (await put('a.txt', 3)).json());
    const key = { workspaceId: stageWorkspace, contentHash: file.contentHash, what: 'source' };
    expect(await stage.objects.get(key)).toEqual(new Uint8Array(3));
    const sent = await send('/api/messages', said({ text: '', fileIds: [file.fileId] }));
    expect(sent.status).toBe(202);
  });

  it('that is too large is refused with a sentence, announced or not', async () => {
    const response = await put('big.pdf', 1_001);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'file_too_large' });
  });

  it('keeps an odd name as data', async () => {
    for (const name of [
      '../../etc/passwd',
      'a\u202Efdp.exe',
      '<b>.md',
      '文件 😀.pdf',
      'x'.repeat(255),
    ]) {
      expect(await (await put(name, 1)).json()).toMatchObject({ name });
    }
    expect(await (await put('a\0b.txt', 1)).json()).toMatchObject({ name: 'ab.txt' });
    expect(await (await put('', 1)).json()).toMatchObject({ name: 'file' });
  });

  it('that nobody uploaded cannot be shared', async () => {
    const response = await send('/api/messages', said({ fileIds: ['guessed'] }));
    expect(response.status).toBe(410);
    expect(stage.inbox.rows()).toEqual([]);
  });

  it('is one of at most ten', async () => {
    const files = await Promise.all(
      Array.from({ length: 11 }, async () => uploaded.parse(await (await put('a', 1)).json())),
    );
    const fileIds = files.map(({ fileId }) => fileId);
    expect((await send('/api/messages', said({ fileIds }))).status).toBe(413);
    expect((await send('/api/messages', said({ fileIds: fileIds.slice(1) }))).status).toBe(202);
  });
});

describe('a channel', () => {
  it('is added once for each name', async () => {
    const first = await (await send('/api/channels', { name: ' Legal  team ' })).json();
    const again = await (await send('/api/channels', { name: 'Legal team' })).json();
    expect(again).toEqual(first);
    expect((await send('/api/channels', { name: ' ' })).status).toBe(400);
  });
});
