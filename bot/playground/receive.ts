import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import { readActed, readSaid, storable } from './event.ts';
import type { PlaygroundEvent } from './event.ts';
import { refuse } from './guard.ts';
import type { PlaygroundDependencies } from './playground.ts';
import { createUploads } from './uploads.ts';
import type { Uploads } from './uploads.ts';

const maximumJsonBytes = 256 * 1_024;
const maximumFiles = 10;
const maximumChannelCharacters = 80;

/** The incoming side: one inbox row is committed, then the page is answered; the work comes later. */
export const receiveRoutes = (dependencies: PlaygroundDependencies): Hono => {
  const uploads = createUploads({
    ...dependencies,
    maximumBytes: dependencies.maximumFileBytes,
  });
  const app = new Hono();
  const small = bodyLimit({
    maxSize: maximumJsonBytes,
    onError: (context) => refuse(context, 'message_too_long', 413),
  });
  app.put('/api/files', (context) => takeFile(dependencies, uploads, context));
  app.post('/api/messages', small, async (context) => {
    const said = readSaid(await jsonOf(context));
    if (said === null) return refuse(context, 'malformed', 400);
    const { fileIds, ...message } = said;
    if (fileIds.length > maximumFiles) return refuse(context, 'too_many_files', 413);
    const files = uploads.take(fileIds);
    if (files === null) return refuse(context, 'upload_expired', 410);
    return receive(dependencies, context, { ...message, files });
  });
  app.post('/api/actions', small, async (context) => {
    const acted = readActed(await jsonOf(context));
    return acted === null
      ? refuse(context, 'malformed', 400)
      : receive(dependencies, context, acted);
  });
  app.post('/api/channels', small, (context) => addChannel(dependencies, context));
  return app;
};

const receive = async (
  { inbox, libraries, wakeups, workspaceId }: PlaygroundDependencies,
  context: Context,
  event: PlaygroundEvent,
): Promise<Response> => {
  const library = await libraries.byChannel(workspaceId, 'playground', event.channelId);
  if (library === null) return refuse(context, 'not_there', 404);
  const { duplicate } = await inbox.receive(workspaceId, {
    platform: 'playground',
    key: event.key,
    kind: event.kind,
    payload: event,
  });
  wakeups.wake('inbox');
  return context.json({ key: event.key, duplicate }, 202);
};

const takeFile = async (
  { maximumFileBytes, log }: PlaygroundDependencies,
  uploads: Uploads,
  context: Context,
): Promise<Response> => {
  const announced = Number(context.req.header('content-length') ?? '0');
  if (announced > maximumFileBytes) return refuse(context, 'file_too_large', 413);
  try {
    return context.json(
      await uploads.store(context.req.query('name') ?? '', context.req.raw.body),
      201,
    );
  } catch (error) {
    if (error instanceof Terminal && error.code === 'TOO_LARGE') {
      return refuse(context, 'file_too_large', 413);
    }
    if (error instanceof Retryable && error.code === 'DISK_FULL') {
      log.warn('upload-not-kept', { code: error.code });
      return refuse(context, 'disk_full', 507);
    }
    throw error;
  }
};

const addChannel = async (
  { libraries, ids, workspaceId }: PlaygroundDependencies,
  context: Context,
): Promise<Response> => {
  const body: unknown = await jsonOf(context);
  const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : null;
  const channelName =
    typeof name === 'string' ? storable(name).replaceAll(/\s+/gu, ' ').trim() : '';
  if (channelName === '' || channelName.length > maximumChannelCharacters) {
    return refuse(context, 'malformed', 400);
  }
  const listed = await libraries.list(workspaceId);
  const existing = listed.find((one) => one.platform === 'playground' && one.name === channelName);
  const library =
    existing ?? (await libraries.ensure(workspaceId, 'playground', ids.next(), channelName));
  return context.json({ channelId: library.channelId, name: library.name }, 201);
};

/** Undefined where the body is not JSON; what it holds is checked by whoever reads it. */
const jsonOf = async (context: Context): Promise<unknown> => {
  try {
    return await context.req.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
