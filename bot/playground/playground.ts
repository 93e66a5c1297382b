import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Hono } from 'hono';
import type { Person, WorkspaceId } from '#core/domain/ids.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Documents } from '#core/ports/documents.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Inbox } from '#core/ports/inbox.ts';
import type { Libraries } from '#core/ports/libraries.ts';
import type { Log } from '#core/ports/log.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Traces } from '#core/ports/traces.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import { guard, refuse, secureHeaders } from './guard.ts';
import { readPageFiles } from './page-files.ts';
import { lookRoutes } from './look.ts';
import { receiveRoutes } from './receive.ts';

export type PlaygroundDependencies = {
  readonly inbox: Pick<Inbox, 'receive'>;
  readonly messages: Pick<PlaygroundMessages, 'channels' | 'since'>;
  readonly libraries: Pick<Libraries, 'ensureWorkspace' | 'ensure' | 'byChannel' | 'list'>;
  readonly documents: Pick<Documents, 'list'>;
  readonly runs: Pick<Runs, 'find'>;
  readonly traces: Pick<Traces, 'find'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly wakeups: Pick<Wakeups, 'wake'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly workspaceId: WorkspaceId;
  readonly person: Person;
  readonly maximumFileBytes: number;
  /** Citation pages, answered under /c with the same rights; made by bot/preview. */
  readonly preview: Hono;
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Opens a session; random unless given. */
  readonly token?: string;
};

export type Playground = {
  /** The whole page as a request handler, for tests. */
  readonly app: Hono;
  /** Makes the first channel, listens on loopback. Rejects when the port is taken. */
  readonly listen: () => Promise<{
    readonly port: number;
    /** `http://127.0.0.1:PORT`, without the token. */
    readonly origin: string;
    /** What a person opens once: it sets the session's cookie. */
    readonly url: string;
  }>;
  readonly close: () => Promise<void>;
};

const firstChannel = { id: 'general', name: 'general' } as const;

/** The local chat page: the third platform, on loopback, for one person. */
export const createPlayground = (dependencies: PlaygroundDependencies): Playground => {
  const { port, log } = dependencies;
  const token = dependencies.token ?? randomBytes(24).toString('base64url');
  const closing = new AbortController();
  let host = `127.0.0.1:${port}`;
  const app = buildApp(dependencies, { host: () => host, token }, closing.signal);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  return {
    app,
    listen: async () => {
      await ensureChannel(dependencies, firstChannel);
      const bound = await listenOn(server, port);
      host = `127.0.0.1:${bound}`;
      log.info('playground-listening', { port: bound });
      return { port: bound, origin: `http://${host}`, url: `http://${host}/?token=${token}` };
    },
    close: async () => {
      closing.abort();
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
};

const buildApp = (
  dependencies: PlaygroundDependencies,
  door: Parameters<typeof guard>[0],
  closing: AbortSignal,
): Hono => {
  const { log, preview } = dependencies;
  const files = readPageFiles();
  const app = new Hono();
  app.use(secureHeaders());
  app.use(guard(door));
  app.get('/', (context) => pageFile(context.body.bind(context), files.get('index.html')));
  app.get('/page/:file', (context) => {
    const file = files.get(context.req.param('file'));
    return file === undefined
      ? refuse(context, 'not_there', 404)
      : pageFile(context.body.bind(context), file);
  });
  app.route('/', receiveRoutes(dependencies));
  app.route('/', lookRoutes(dependencies, closing));
  app.route('/c', preview);
  app.notFound((context) => refuse(context, 'not_there', 404));
  app.onError((error, context) => {
    log.error('request-failed', { path: context.req.routePath, message: error.message });
    return refuse(context, 'not_stored', 503);
  });
  return app;
};

type Body = (
  bytes: Uint8Array<ArrayBuffer>,
  status: 200,
  headers: Record<string, string>,
) => Response;

const pageFile = (
  body: Body,
  file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } | undefined,
): Response => {
  if (file === undefined) throw new Error('the page folder has no index.html');
  return body(file.bytes, 200, { 'content-type': file.type, 'cache-control': 'no-cache' });
};

const listenOn = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });

const ensureChannel = async (
  { libraries, workspaceId }: PlaygroundDependencies,
  channel: { readonly id: string; readonly name: string },
): Promise<void> => {
  await libraries.ensureWorkspace(workspaceId, 'playground', 'Playground');
  await libraries.ensure(workspaceId, 'playground', channel.id, channel.name);
};
