import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';
import { startModelServer } from '#core/testing/doubles/model-server.ts';
import type { ModelServer } from '#core/testing/doubles/model-server.ts';
import { createOpenAiModel } from './openai-model.ts';

const request = {
  messages: [{ role: 'user', content: 'hello' }],
  temperature: 0,
  maximumOutputTokens: 100,
  schema: { name: 'answer', schema: { type: 'object' } },
  timeoutMs: 2_000,
} as const;
const never = new AbortController().signal;

describe('the model endpoint', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());
  const model = () => createOpenAiModel({ url: server.url, name: 'scripted', key: 'k' });
  const complete = (more: { readonly timeoutMs?: number } = {}, signal = never) =>
    model().complete({ ...request, ...more }, () => {}, signal);

  it('streams its text and counts its tokens', async () => {
    server.script({ kind: 'reply', text: 'all of the reply' });
    const pieces: string[] = [];
    const reply = await model().complete(request, (delta) => pieces.push(delta), never);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('all of the reply');
    expect(reply).toMatchObject({
      text: 'all of the reply',
      finish: 'stop',
      tokens: { input: 11, output: 7 },
    });
  });

  it('says that a reply was cut by its length', async () => {
    server.script({ kind: 'reply', text: 'cut', finish: 'length' });
    expect((await complete()).finish).toBe('length');
  });

  it.each(['break-off', 'drop'] as const)(
    'takes a reply that ends by %s for none',
    async (kind) => {
      server.script({ kind, text: '{"status":"ANSW' });
      await expect(complete()).rejects.toBeInstanceOf(Retryable);
    },
  );

  it('takes rubbish for no reply', async () => {
    server.script({ kind: 'rubbish' });
    await expect(complete()).rejects.toBeInstanceOf(Retryable);
  });

  it('takes silence past the timeout for no reply', async () => {
    server.script({ kind: 'hang', text: 'well' });
    await expect(complete({ timeoutMs: 200 })).rejects.toThrow(/too long/);
  });

  it('does not try again what the endpoint refuses for good', async () => {
    server.script({ kind: 'refuse', status: 401, message: 'no such key' });
    const before = server.requests.length;
    await expect(complete()).rejects.toBeInstanceOf(Terminal);
    expect(server.requests.length - before).toBe(1);
  });

  it('asks for JSON in a simpler way where the endpoint knows no schemas, and remembers', async () => {
    const one = model();
    server.script(
      { kind: 'refuse', status: 400, message: 'response_format json_schema is not supported' },
      { kind: 'reply', text: 'ok' },
    );
    const before = server.requests.length;
    await one.complete(request, () => {}, never);
    await one.complete(request, () => {}, never);
    const formats = ['json_schema', 'json_object', 'json_object'];
    expect(server.requests.slice(before)).toMatchObject(
      formats.map((type) => ({ response_format: { type } })),
    );
  });

  it('closes its socket within a second of being stopped, and calls no more', async () => {
    server.script({ kind: 'hang', text: 'well' });
    const stop = new AbortController();
    const before = server.requests.length;
    const running = complete({}, stop.signal);
    const ended = running.catch((error: unknown) => error);
    while (server.openSockets() === 0) await wait(10);
    stop.abort();
    expect(await ended).toBeInstanceOf(Cancelled);
    for (let tries = 0; tries < 50 && server.openSockets() > 0; tries++) await wait(20);
    expect(server.openSockets()).toBe(0);
    expect(server.requests.length - before).toBe(1);
  });

  it('is away where nothing listens', async () => {
    const nowhere = createOpenAiModel({ url: 'http://127.0.0.1:9/v1', name: 'x', key: undefined });
    await expect(nowhere.complete(request, () => {}, never)).rejects.toBeInstanceOf(Retryable);
  });
});
