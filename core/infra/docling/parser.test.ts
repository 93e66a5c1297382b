import { afterEach, describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';
import { createFastClock } from '#core/testing/fast-clock.ts';
import { answer, parseStatus, startSidecarServer } from '#core/testing/doubles/sidecar-server.ts';
import type { SidecarAnswer, SidecarServer } from '#core/testing/doubles/sidecar-server.ts';
import { paragraph, parsedWindow } from '#core/testing/parsed-document.ts';
import { createParser } from './parser.ts';

const window = parsedWindow([paragraph('Text.')], { pageCount: 3 });
const request = {
  requestId: 'item.1',
  name: 'Pump & valve.pdf',
  contentHash: 'a'.repeat(64),
  bytes: new TextEncoder().encode('%PDF'),
  firstPage: 1,
  lastPage: 20,
};

let server: SidecarServer | null = null;
afterEach(async () => {
  await server?.close();
});

type Script = {
  readonly submit?: (earlier: number) => SidecarAnswer;
  readonly look?: (earlier: number) => SidecarAnswer;
  readonly result?: (earlier: number) => SidecarAnswer;
};

const start = async ({ submit, look, result }: Script) => {
  server = await startSidecarServer(({ method, path }, earlier) => {
    if (method === 'DELETE') return answer(204);
    if (method === 'PUT') return submit?.(earlier) ?? answer(202, { status: 'queued' });
    if (path.endsWith('/result')) return result?.(earlier) ?? answer(200, window);
    if (path.includes('/pictures/')) {
      return { kind: 'answer', status: 200, bytes: Uint8Array.of(1, 2) };
    }
    return look?.(earlier) ?? parseStatus('succeeded');
  });
  const messages: string[] = [];
  const log = { info: () => {}, error: () => {}, warn: (event: string) => messages.push(event) };
  const { sidecar, requests } = server;
  const parser = createParser({ sidecar, clock: createFastClock(20), log });
  const made = (method: string) => requests.filter((one) => one.method === method);
  return { parser, requests, made, messages };
};

const never = new AbortController().signal;
const ignore = (): void => {};
const verdict = async (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it resolved');
    },
    (error: unknown) => error,
  );

describe('the parser', () => {
  it('sends the file with its window and token, tells each page, and returns the window', async () => {
    const { parser, made } = await start({
      look: (earlier) =>
        earlier < 3
          ? parseStatus('running', { page: earlier + 1, pages: 3 })
          : parseStatus('succeeded'),
    });
    const pages: string[] = [];
    const parsed = await parser.parse(request, (page, of) => pages.push(`${page}/${of}`), never);
    expect(parsed).toEqual(window);
    expect(pages).toEqual(['1/3', '2/3', '3/3']);
    const [sent] = made('PUT');
    expect(sent?.body.toString()).toBe('%PDF');
    expect(sent?.authorization).toBe(`Bearer ${'t'.repeat(32)}`);
    const url = new URL(sent?.path ?? '', 'http://sidecar');
    expect(url.pathname).toBe('/v1/parses/item.1');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      name: 'Pump & valve.pdf',
      sha256: 'a'.repeat(64),
      first: '1',
      last: '20',
    });
    // Until it is acknowledged, pictures can be fetched.
    expect(made('DELETE')).toEqual([]);
    expect(await parser.picture('item.1', 1, never)).toEqual(Uint8Array.of(1, 2));
    await parser.acknowledge('item.1');
    expect(made('DELETE')).toHaveLength(1);
  });

  it.each([
    ['PASSWORD_REQUIRED', false, Terminal],
    ['OUT_OF_MEMORY', true, Retryable],
  ])('passes on %s with its verdict, and removes the job', async (code, retryable, kind) => {
    const { parser, made } = await start({
      look: () => parseStatus('failed', { code, message: 'because', retryable }),
    });
    const error = await verdict(parser.parse(request, ignore, never));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ code, message: 'because' });
    expect(made('DELETE')).toHaveLength(1);
  });

  it('submits again, with the same id, to a sidecar that was restarted', async () => {
    const { parser, made, messages } = await start({
      look: (earlier) => {
        if (earlier === 0) return parseStatus('running', { page: 1, pages: 3 });
        if (earlier === 1) return { kind: 'dies' };
        return earlier === 2 ? answer(404) : parseStatus('succeeded');
      },
    });
    expect(await parser.parse(request, ignore, never)).toEqual(window);
    expect(made('PUT').map(({ path }) => path)).toEqual([
      made('PUT')[0]?.path,
      made('PUT')[0]?.path,
    ]);
    expect(messages).toEqual(['parser-look-failed']);
  });

  it('gives up for now on a sidecar that dies with every look', async () => {
    const { parser } = await start({ look: () => ({ kind: 'dies' }) });
    const error = await verdict(parser.parse(request, ignore, never));
    expect(error).toBeInstanceOf(Retryable);
    expect(error).toMatchObject({ code: 'PARSER_UNAVAILABLE' });
  });

  it('gives up for now on a sidecar that loses the file again and again', async () => {
    const { parser, made } = await start({ look: () => answer(404) });
    expect(await verdict(parser.parse(request, ignore, never))).toBeInstanceOf(Retryable);
    expect(made('PUT')).toHaveLength(4);
  });

  it.each([
    ['no JSON', { kind: 'answer', status: 200, bytes: Buffer.from('<html>') }],
    ['another shape', answer(200, { pages: 'many' })],
    ['another window', answer(200, { ...window, pageCount: 60, firstPage: 21, lastPage: 40 })],
    ['nothing', { kind: 'dies' }],
    ['an error', answer(500)],
  ] satisfies [string, SidecarAnswer][])(
    'asks for another attempt where the result is %s',
    async (_name, result) => {
      const { parser, made } = await start({ result: () => result });
      expect(await verdict(parser.parse(request, ignore, never))).toBeInstanceOf(Retryable);
      expect(made('DELETE')).toHaveLength(1);
    },
  );

  it('comes back when a full queue says', async () => {
    const { parser } = await start({
      submit: () => ({ kind: 'answer', status: 429, headers: { 'retry-after': '7' } }),
    });
    const error = await verdict(parser.parse(request, ignore, never));
    expect(error).toMatchObject({ name: 'Retryable', code: 'PARSER_BUSY', afterMs: 7_000 });
  });

  it('ends a file that is too large', async () => {
    const { parser } = await start({ submit: () => answer(413) });
    const error = await verdict(parser.parse(request, ignore, never));
    expect(error).toMatchObject({ name: 'Terminal', code: 'TOO_LARGE' });
  });

  it('on abort stops at once and has the job killed', async () => {
    const { parser, made } = await start({ look: () => ({ kind: 'hangs' }) });
    const abort = new AbortController();
    const parsing = verdict(parser.parse(request, ignore, abort.signal));
    setTimeout(() => abort.abort(), 150);
    const startedMs = performance.now();
    expect(await parsing).toBeInstanceOf(Cancelled);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(made('DELETE')).toHaveLength(1);
  });
});
