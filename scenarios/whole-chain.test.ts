import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ingestion } from '#core/domain/ingestion.ts';
import { startModelServer } from '#core/testing/doubles/model-server.ts';
import type { ModelServer } from '#core/testing/doubles/model-server.ts';
import { startComposition } from '#embedded/composition.ts';
import type { Composition } from '#embedded/composition.ts';
import { createPageUser } from '#embedded/page-user.ts';
import type { PageUser } from '#embedded/page-user.ts';
import { readAllSettings } from '#embedded/settings.ts';

const sample = (name: string) => ({
  name,
  bytes: readFileSync(new URL(`../samples/${name}`, import.meta.url)),
});
const manual = sample('larkspur-400-manual.pdf');
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const question = 'Can the controller be restarted over the network?';
const reply = (answer: string) =>
  ({ kind: 'reply', text: JSON.stringify({ status: 'ANSWERED', answer }) }) as const;

describe('from a shared file to a cited answer, with the real parser and database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anchr-chain-'));
  let server: ModelServer;
  let composition: Composition;
  let user: PageUser;
  let files: readonly Ingestion[];

  beforeAll(async () => {
    server = await startModelServer();
    const settings = readAllSettings({
      ANCHR_DATA: folder,
      ANCHR_PLAYGROUND_PORT: '0',
      ANCHR_MODEL_URL: server.url,
      ANCHR_MODEL_NAME: 'scripted',
    });
    composition = await startComposition(settings, silent);
    user = await createPageUser(composition.stores, composition.workspaceId, 'manuals');
    files = await user.share([manual, sample('shanque-20-shuomingshu.pdf')]);
  }, 180_000);

  afterAll(async () => {
    await composition.stop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const open = (path: string) => {
    const address = new URL(path, composition.page?.origin);
    address.search = new URL(composition.page?.url ?? '').search;
    return fetchWithCookie(address);
  };
  const citationOf = async (key: string) => (await user.runOf(key)).answer?.citations[0];

  it('makes an English and a Chinese file searchable', () => {
    expect(files.map(({ status }) => status)).toEqual(['READY', 'READY']);
  });

  it('answers with a citation that opens the page, in one model call', async () => {
    server.script(reply('Only with firmware 3.2 or later.[^1]'));
    const before = server.requests.length;
    const run = await user.runOf(await user.say(question));
    expect(run.answer).toMatchObject({ outcome: 'ANSWERED', type: 'KNOWLEDGE' });
    expect(run.answer?.citations.map(({ page }) => page)).toEqual([7]);
    expect(server.requests.length - before).toBe(1);
    const page = await open(`/c/${run.answer?.citations[0]?.id ?? ''}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('firmware 3.2');
    const picture = await open(`/c/${run.answer?.citations[0]?.id ?? ''}/page/7.png`);
    expect(picture.headers.get('content-type')).toBe('image/png');
  });

  it('shows the model document text as data between random lines', async () => {
    server.script(reply('So it is.[^1]'));
    await user.runOf(await user.say(question));
    const fences = JSON.stringify(server.requests.at(-1)).match(/«[\w-]{22}»/g) ?? [];
    expect(fences.length).toBeGreaterThan(1);
    expect(new Set(fences).size).toBe(1);
  });

  it('reads a follow-up with the turn before it', async () => {
    server.script(reply('Yes, with 3.2.[^1]'));
    const root = await user.say(question);
    await user.runOf(root);
    const standalone = 'Which firmware does a restart of the controller over the network need?';
    const rewritten = JSON.stringify({
      standaloneQuestion: standalone,
      keywords: [],
      confidence: 1,
    });
    server.script({ kind: 'reply', text: rewritten }, reply('3.2.[^1]'));
    const run = await user.runOf(await user.say('Which firmware does it need?', root));
    expect(run.history.map((turn) => turn.question)).toEqual([question]);
    const trace = await composition.stores.traces.find(composition.workspaceId, run.id);
    expect(trace).toMatchObject({ rewrite: 'model', query: standalone, modelCalls: 2 });
  });

  it('repairs an uncited draft once, and says so when that fails too', async () => {
    server.script(reply('No proof.'), reply('Proof.[^1]'));
    expect((await user.runOf(await user.say(question))).answer?.outcome).toBe('ANSWERED');
    server.script(reply('No proof.'));
    const run = await user.runOf(await user.say(question));
    expect([run.status, run.answer?.outcome, run.answer?.reason]).toEqual([
      'FAILED',
      'GENERATION_FAILED',
      'missing_citation',
    ]);
    expect(run.answer?.markdown).toBe('');
    expect(run.answer?.cards.length).toBeGreaterThan(0);
  });

  it('takes a model that breaks off half way for a failure, never for "no evidence"', async () => {
    server.script({ kind: 'break-off', text: '{"status":"ANSWERED","answer":"Only wi' });
    const run = await user.runOf(await user.say(question));
    expect(run.answer).toMatchObject({ outcome: 'GENERATION_FAILED', reason: 'model_unavailable' });
  });

  it('refuses an off-topic question before any model call', async () => {
    const before = server.requests.length;
    const run = await user.runOf(await user.say('Who won the chess championship in Reykjavik?'));
    expect(run.answer).toMatchObject({ outcome: 'NO_EVIDENCE', citations: [] });
    expect(server.requests.length).toBe(before);
  });

  it("closes the model's socket within a second of a cancel, and starts no other call", async () => {
    server.script({ kind: 'hang', text: '{"status":"ANSWERED","answer":"Well' });
    const key = await user.say(question);
    while (server.openSockets() === 0) await wait(20);
    const before = server.requests.length;
    const cancelledAt = performance.now();
    const run = await user.runOf(key, ({ status }) => status === 'RUNNING');
    const by = composition.person;
    const target = { kind: 'run', runId: run.id } as const;
    const result = await composition.stores.runs.cancel(composition.workspaceId, target, by);
    expect(result.kind).toBe('cancelled');
    while (server.openSockets() > 0 && performance.now() - cancelledAt < 5_000) await wait(20);
    expect(server.openSockets()).toBe(0);
    expect((await user.runOf(key)).status).toBe('CANCELLED');
    await wait(1_000);
    expect(server.requests.length).toBe(before);
  });

  it('skips the same content, and says who was first', async () => {
    const [again] = await user.share([manual]);
    expect(again).toMatchObject({ status: 'SKIPPED', skippedFor: { by: composition.person } });
  });

  it('lets a forgotten document answer nothing, and its links die', async () => {
    server.script(reply('Only with firmware 3.2.[^1]'));
    const citation = await citationOf(await user.say(question));
    const { stores, workspaceId, person } = composition;
    expect(await stores.documents.forget(workspaceId, citation?.documentId ?? '', person)).toBe(
      true,
    );
    const page = await open(`/c/${citation?.id ?? ''}`);
    expect(page.status).toBe(404);
    expect(await page.text()).not.toMatch(/firmware|Larkspur/);
    const run = await user.runOf(await user.say(question));
    expect(JSON.stringify(run.answer)).not.toContain('Larkspur');
  });
});

/** The token's link sets a cookie and sends on; a browser follows with it. */
const fetchWithCookie = async (address: URL): Promise<Response> => {
  const first = await fetch(address, { redirect: 'manual' });
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  return fetch(new URL(address.pathname, address), { headers: { cookie } });
};
