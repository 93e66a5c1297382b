import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { PlaygroundAction } from '#bot/playground/event.ts';
import type { Rendered, RenderedCard, RenderedRun } from '#core/domain/rendered.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import { createWordEmbedder } from '#core/testing/doubles/word-embedder.ts';
import { createPageUser } from '#embedded/page-user.ts';
import type { NamedFile } from '#embedded/page-user.ts';
import { createStores } from '#embedded/stores.ts';
import type { Stores } from '#embedded/stores.ts';
import { interceptAll, startMachine, workspaceId } from './machine.ts';
import type { MachineOptions } from './machine.ts';
import { createTextParser } from './text-parser.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A page of letter size; where its words stand is not known. */
const blankPages: PageRenderer = {
  render: async () => ({
    image: new Uint8Array([137, 80, 78, 71]),
    widthPx: 612,
    heightPx: 792,
    width: 612,
    height: 792,
    rotation: 0,
    found: null,
  }),
};

export const textFile = (name: string, text: string): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

/** Looks until it is so; the test's own time limit ends a wait for what never comes. */
export const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await wait(50);
  }
};

/**
 * The playground with real database, repositories and loops; parser, embedder and page images are
 * doubles. Everything that it started ends with the test that opened it.
 */
export const openStage = (connection: Connection) => {
  const folder = mkdtempSync(join(tmpdir(), 'anchr-stage-'));
  const stores = createStores(connection, folder, silent);
  const parser = createTextParser();
  const embedder = createWordEmbedder();
  const stops: (() => Promise<void>)[] = [];
  let isOver = false;
  // Whoever still waits for something when the test is over waits on, and asks nobody.
  const lasting = interceptAll(stores, (_name, _given, call) =>
    isOver ? new Promise(() => {}) : call(),
  );
  onTestFinished(async () => {
    isOver = true;
    for (const stop of stops.toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);
  return {
    stores,
    parser,
    embedder,
    folder,
    channel: (name: string) => openChannel(lasting, name.replaceAll(/\W+/gu, '-')),
    /** What the machine runs on, unless given otherwise. */
    start: async (given: Partial<MachineOptions> = {}) => {
      const machine = await startMachine(stores, {
        owner: `machine-${stores.ids.opaque()}`,
        parser,
        embedder,
        renderer: blankPages,
        ...given,
      });
      let stopped: Promise<void> | null = null;
      const stop = (): Promise<void> => (stopped ??= machine.stop());
      stops.push(stop);
      return { ...machine, stop, open: opener(machine.page?.url ?? '') };
    },
    /** Whoever had something in hand has it no longer, as when its time is up. */
    endLeases: async (): Promise<void> => {
      const { sql } = connection;
      for (const table of ['inbox', 'runs', 'ingestions', 'deliveries', 'cleanups']) {
        await sql`update ${sql(table)} set lease_until = now() - interval '1 second'
          where lease_until > now()`;
      }
    },
    /** A machine that will be killed: it is left as it is, and nobody waits for it. */
    startDoomed: (given: Partial<MachineOptions>) =>
      startMachine(stores, {
        owner: `doomed-${stores.ids.opaque()}`,
        parser,
        embedder,
        renderer: blankPages,
        ...given,
      }),
  };
};

export type Stage = ReturnType<typeof openStage>;
export type Channel = Awaited<ReturnType<typeof openChannel>>;

/** A person before the page in one channel, and what the page shows there. */
const openChannel = async (stores: Stores, name: string) => {
  const user = await createPageUser(stores, workspaceId, name);
  const library = await stores.libraries.ensure(workspaceId, 'playground', name, name);
  /** What Anchr says in the channel or in one thread, oldest first. */
  const said = async (threadId?: string): Promise<readonly Rendered[]> => {
    const all = await stores.messages.since(workspaceId, name, 0, 10_000);
    return all
      .filter((message) => threadId === undefined || message.threadId === threadId)
      .flatMap(({ content, deleted }) =>
        !deleted && content.kind === 'rendered' && isRendered(content.rendered)
          ? [content.rendered]
          : [],
      );
  };
  return {
    ...user,
    name,
    library,
    said,
    /** Asks and resolves with the finished answer as the page shows it. */
    ask: async (text: string, threadId: string | null = null): Promise<RenderedRun> => {
      const run = await user.runOf(await user.say(text, threadId));
      return until(async () => shownRun(await said(), run.id));
    },
    ...clicks(stores, name),
    /** The cards of the channel, once none of their files is on its way. */
    cards: (): Promise<readonly RenderedCard[]> =>
      until(async () => {
        const cards = (await said()).filter((one) => one.kind === 'card');
        const files = cards.flatMap((card) => card.files);
        return files.some(({ status }) => status === 'working') ? null : cards;
      }),
    documents: () => stores.documents.list(workspaceId, library.id),
    ingestions: () => stores.ingestions.requests.list(workspaceId, library.id, 500),
    runs: () => stores.runs.list(workspaceId, library.id, 500),
  };
};

/** What else reaches the inbox: the same key again is the same event. */
const clicks = (stores: Stores, channelId: string) => {
  const receive = async (
    kind: 'message' | 'action',
    key: string,
    more: object,
  ): Promise<string> => {
    const payload = { kind, key, channelId, threadId: null, language: 'en', ...more };
    await stores.inbox.receive(workspaceId, { platform: 'playground', key, kind, payload });
    stores.wakeups.wake('inbox');
    return key;
  };
  return {
    /** One message with files and a question about them. */
    shareAndAsk: async (files: readonly NamedFile[], text: string, key = stores.ids.next()) => {
      const posted = await Promise.all(files.map((file) => storeFile(stores, file)));
      return receive('message', key, { text, files: posted });
    },
    act: (
      kind: PlaygroundAction['kind'],
      id: string,
      earlier: string | null = null,
      key = stores.ids.next(),
    ) => receive('action', key, { action: { kind, id, earlier } }),
  };
};

const storeFile = async ({ objects, ids }: Stores, { name, bytes }: NamedFile) => {
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  await objects.put({ workspaceId, contentHash, what: 'source' }, bytes);
  return { fileId: ids.next(), name, byteSize: bytes.length, contentHash };
};

const isRendered = (value: unknown): value is Rendered =>
  typeof value === 'object' && value !== null && 'kind' in value;

const shownRun = (said: readonly Rendered[], runId: string): RenderedRun | null =>
  said
    .filter((one) => one.kind === 'run')
    .find((one) => one.runId === runId && one.phase === 'done') ?? null;

/** A browser that has opened the page's address once. */
const opener = (url: string) => {
  let cookie: string | null = null;
  return async (
    path: string,
    given: { readonly method?: string; readonly body?: string } = {},
  ): Promise<Response> => {
    if (cookie === null) {
      const first = await fetch(url, { redirect: 'manual' });
      cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    }
    return fetch(new URL(path, url), { ...given, headers: { cookie } });
  };
};
