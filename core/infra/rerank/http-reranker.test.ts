import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';
import { createHttpReranker } from './http-reranker.ts';

type Answer = (response: ServerResponse) => void;

/** Closed on the client's side, so that a test may wait for it. */
const requests: { body: unknown; headers: IncomingHttpHeaders; closed: Promise<void> }[] = [];
let answer: Answer = () => undefined;
let arrived = Promise.withResolvers<void>();

const server = createServer((request, response) => {
  const closed = new Promise<void>((resolve) => response.on('close', resolve));
  const take = async (): Promise<void> => {
    const body: unknown = JSON.parse(await text(request));
    requests.push({ body, headers: request.headers, closed });
    answer(response);
    arrived.resolve();
  };
  void take();
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/rerank`;
});
beforeEach(() => {
  requests.length = 0;
  arrived = Promise.withResolvers();
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const replying =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
const breakingOff: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"results":');
  response.destroy();
};
const results = (...scored: readonly unknown[]) => JSON.stringify({ results: scored });
const score = (index: number, relevance: unknown) => ({ index, relevance_score: relevance });

const never = new AbortController().signal;
const passages = ['one', 'two', 'three'];
const reranked = (given: Answer, signal = never, key?: string) => {
  answer = given;
  const reranker = createHttpReranker({ url, name: 'reranker-1', key, scale: 'logit' });
  return reranker.rerank('which?', passages, signal);
};
const failure = async (given: Answer, signal = never): Promise<unknown> =>
  reranked(given, signal).then(
    () => 'answered',
    (error: unknown) => error,
  );

describe('the reranker endpoint', () => {
  it('gives the scores in the order of the passages, however they come back', async () => {
    const given = replying(results(score(2, 0.9), score(0, -3.5), score(1, 0.1)));
    expect(await reranked(given)).toEqual([-3.5, 0.1, 0.9]);
  });

  it('is asked for all passages, once, with its key', async () => {
    await reranked(replying(results(score(0, 1))), never, 'secret');
    expect(requests.map(({ body }) => body)).toEqual([
      {
        model: 'reranker-1',
        query: 'which?',
        documents: passages,
        top_n: 3,
        return_documents: false,
      },
    ]);
    expect(requests[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('sends no key where none is configured', async () => {
    await reranked(replying(results()));
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it('reads the other name of a score, and leaves null what was not scored', async () => {
    const given = replying(results({ index: 1, score: 0.4 }, { index: 2 }));
    expect(await reranked(given)).toEqual([null, 0.4, null]);
  });

  it.each([
    ['an index beyond the passages', results(score(3, 1))],
    ['a negative index', results(score(-1, 1))],
    ['half an index', results(score(0.5, 1))],
    ['one passage twice', results(score(0, 1), score(0, 2))],
    ['more scores than passages', results(...[0, 1, 2, 3].map((index) => score(index, 1)))],
    ['a score that is text', results(score(0, '0.9'))],
    ['a score that is null', results(score(0, null))],
    ['NaN', '{"results":[{"index":0,"relevance_score":NaN}]}'],
    ['a number without end', '{"results":[{"index":0,"relevance_score":1e999}]}'],
    ['no results', '{}'],
    ['no JSON', '<html>busy</html>'],
    ['half of the JSON', results(score(0, 1)).slice(0, -3)],
    ['nothing', ''],
  ])('takes %s for a failure that may pass', async (_what, body) => {
    const error = await failure(replying(body));
    expect(error).toBeInstanceOf(Retryable);
    expect(error).toHaveProperty('code', 'RERANK_FAILED');
  });

  it.each([
    [429, { 'retry-after': '7' }, 7_000],
    [429, {}, undefined],
    [503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
    [500, {}, undefined],
  ])('may be asked again after %d with %j', async (status, headers, afterMs) => {
    const error = await failure(replying('busy', status, headers));
    expect(error).toBeInstanceOf(Retryable);
    expect(error).toMatchObject({ code: 'RERANK_FAILED', afterMs });
    expect(error).toHaveProperty('message', expect.stringContaining(String(status)));
  });

  it.each([400, 401, 404, 413])('is not to be asked the same again after %d', async (status) => {
    expect(await failure(replying('no', status))).toBeInstanceOf(Terminal);
  });

  it('does not follow the endpoint to another address', async () => {
    const elsewhere: Answer = (response) => {
      if (requests.length === 1) replying('', 307, { location: '/other' })(response);
      else replying(results(score(0, 1)))(response);
    };
    expect(await failure(elsewhere)).toBeInstanceOf(Retryable);
    expect(requests).toHaveLength(1);
  });

  it('takes a connection that breaks off for a failure', async () => {
    expect(await failure(breakingOff)).toBeInstanceOf(Retryable);
  });

  it('is away where nothing listens', async () => {
    const away = createHttpReranker({
      url: 'http://127.0.0.1:9/rerank',
      name: 'x',
      key: undefined,
      scale: 'logit',
    });
    await expect(away.rerank('q', passages, never)).rejects.toBeInstanceOf(Retryable);
  });

  it('takes silence past the timeout for a failure, and closes its connection', async () => {
    const error = await failure(() => undefined, AbortSignal.timeout(100));
    expect(error).toBeInstanceOf(Retryable);
    expect(error).toHaveProperty('message', expect.stringContaining('too long'));
    await requests[0]?.closed;
  });

  it('stops when told, while it waits and while it reads', async () => {
    const beginnings: readonly Answer[] = [
      () => undefined,
      (response) => {
        response.writeHead(200);
        response.write('{"results":[');
      },
    ];
    for (const beginning of beginnings) {
      arrived = Promise.withResolvers();
      const stop = new AbortController();
      const running = failure(beginning, stop.signal);
      await arrived.promise;
      stop.abort();
      expect(await running).toBeInstanceOf(Cancelled);
      await requests.at(-1)?.closed;
    }
    expect(requests).toHaveLength(2);
  });
});
