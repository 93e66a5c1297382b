import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlaygroundStage, stageWorkspace } from '#core/testing/playground-stage.ts';

let stage: ReturnType<typeof createPlaygroundStage>;
let origin = '';
let cookie = '';

beforeEach(async () => {
  stage = createPlaygroundStage();
  const { origin: address, url } = await stage.playground.listen();
  origin = address;
  const opened = await fetch(url, { redirect: 'manual' });
  cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterEach(() => stage.playground.close());

const post = (id: string) =>
  stage.messages.post(stageWorkspace, {
    id,
    channelId: 'general',
    threadId: null,
    author: { id: 'local', name: 'You' },
    content: { kind: 'text', text: id, files: [] },
  });

/** Reads the stream until a text has been seen, then hangs up. */
const readUntil = async (path: string, end: string, headers: Record<string, string> = {}) => {
  const hangUp = new AbortController();
  const response = await fetch(`${origin}${path}`, {
    headers: { cookie, ...headers },
    signal: hangUp.signal,
  });
  let text = '';
  for await (const part of response.body ?? []) {
    text += new TextDecoder().decode(part);
    if (text.includes(end)) break;
  }
  hangUp.abort();
  return [...text.matchAll(/^data: \{"id":"(\w+)"/gmu)].map(([, id]) => id);
};

describe('live changes', () => {
  it('begin with what is there and go on with what happens', async () => {
    await post('one');
    const seen = readUntil('/events?after=0', '"id":"two"');
    await new Promise((resolve) => setTimeout(resolve, 250));
    await post('two');
    expect(await seen).toEqual(['one', 'two']);
  });

  it('resume after the last event that the page has seen', async () => {
    for (const id of ['one', 'two', 'three']) await post(id);
    const { version = 0 } = (await stage.messages.find(stageWorkspace, 'one')) ?? {};
    const seen = await readUntil('/events?after=0', 'caught-up', {
      'last-event-id': String(version),
    });
    expect(seen).toEqual(['two', 'three']);
  });

  it('end when the server closes', async () => {
    const response = await fetch(`${origin}/events`, { headers: { cookie } });
    await stage.playground.close();
    await expect(response.text().catch(() => 'ended')).resolves.toEqual(expect.any(String));
  });
});
