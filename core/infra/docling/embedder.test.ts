import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Cancelled } from '#core/domain/errors.ts';
import { answer, startSidecarServer } from '#core/testing/doubles/sidecar-server.ts';
import type { SidecarAnswer, SidecarServer } from '#core/testing/doubles/sidecar-server.ts';
import { countWords } from '#core/testing/count-words.ts';
import { createEmbedder } from './embedder.ts';
import { starterProfile } from './starter-profile.ts';

const profile = { ...starterProfile, dimensions: 2, maximumTokens: 20 };
const never = new AbortController().signal;

let server: SidecarServer | null = null;
afterEach(async () => {
  await server?.close();
});

const inputOf = (body: Buffer): readonly string[] => {
  return z.object({ input: z.array(z.string()) }).parse(JSON.parse(body.toString())).input;
};

const vectors = (list: readonly (readonly number[])[]): SidecarAnswer =>
  answer(200, {
    object: 'list',
    model: profile.model,
    data: list.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });

const start = async (script: (input: readonly string[]) => SidecarAnswer) => {
  server = await startSidecarServer(({ path, body }) =>
    path === '/v1/embeddings' ? script(inputOf(body)) : null,
  );
  const { url, requests } = server;
  const embedder = createEmbedder({
    endpoint: async () => ({ baseUrl: `${url}/v1`, key: 'key' }),
    profile,
    countTokens: countWords,
    prompts: { document: 'passage: ', query: 'query: ' },
    timeoutMs: 300,
  });
  return { embedder, requests };
};

const failing = async (reply: SidecarAnswer) => {
  const { embedder } = await start(() => reply);
  return embedder.embedTexts(['one'], 'document', never).then(
    () => null,
    (error: unknown) => error,
  );
};

describe('the embedder', () => {
  it('embeds each text with the words for its purpose and gives unit vectors in order', async () => {
    const { embedder, requests } = await start((input) =>
      vectors(input.map((text) => [text.length, 0])),
    );
    const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`);
    const made = await embedder.embedTexts(texts, 'query', never);
    expect(made).toHaveLength(70);
    expect(made[0]).toEqual(Float32Array.of(1, 0));
    expect(requests.flatMap(({ body }) => inputOf(body))).toEqual(
      texts.map((text) => `query: ${text}`),
    );
    expect(requests[0]?.authorization).toBe('Bearer key');
  });

  it('refuses text that is too long and sends nothing', async () => {
    const { embedder, requests } = await start(() => vectors([[1, 0]]));
    const long = 'word '.repeat(30);
    await expect(embedder.embedTexts(['short', long], 'document', never)).rejects.toMatchObject({
      name: 'Terminal',
      code: 'INPUT_TOO_LONG',
    });
    expect(requests).toEqual([]);
  });

  it.each([
    ['busy', answer(429, undefined, { 'retry-after': '3' }), 'Retryable', 'EMBEDDING_THROTTLED'],
    ['broken', answer(500), 'Retryable', 'EMBEDDING_FAILED'],
    ['gone', { kind: 'dies' }, 'Retryable', 'EMBEDDING_FAILED'],
    ['silent', { kind: 'hangs' }, 'Retryable', 'EMBEDDING_FAILED'],
    ['without a key', answer(401), 'Terminal', 'EMBEDDING_FAILED'],
    ['short of a vector', vectors([]), 'Retryable', 'EMBEDDING_FAILED'],
    ['talking rubbish', answer(200, { hello: 1 }), 'Retryable', 'EMBEDDING_FAILED'],
    ['without direction', vectors([[0, 0]]), 'Retryable', 'EMBEDDING_FAILED'],
    ['of other dimensions', vectors([[1, 0, 0]]), 'Terminal', 'EMBEDDING_FAILED'],
    [
      'refusing the length',
      answer(400, { error: { code: 'INPUT_TOO_LONG', message: 'long' } }),
      'Terminal',
      'INPUT_TOO_LONG',
    ],
  ] satisfies [string, SidecarAnswer, string, string][])(
    'gives its verdict on an endpoint that is %s',
    async (_name, reply, name, code) => {
      expect(await failing(reply)).toMatchObject({ name, code });
    },
  );

  it('honours a named delay', async () => {
    const reply = answer(429, undefined, { 'retry-after': '3' });
    expect(await failing(reply)).toMatchObject({ afterMs: 3_000 });
  });

  it('is stopped by an abort', async () => {
    const { embedder } = await start(() => ({ kind: 'hangs' }));
    const abort = new AbortController();
    const embedding = embedder.embedTexts(['one'], 'document', abort.signal);
    setTimeout(() => abort.abort(), 50);
    await expect(embedding).rejects.toBeInstanceOf(Cancelled);
  });
});
