import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { SSEStreamingApi } from 'hono/streaming';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';

/** How often the table is looked at for each open page. ◦ */
const pollMs = 150;
const heartbeatMs = 15_000;
const batch = 200;

type Dependencies = {
  readonly messages: Pick<PlaygroundMessages, 'since'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly workspaceId: WorkspaceId;
  /** The server closes. */
  readonly closing: AbortSignal;
};

/**
 * Server-Sent Events: every message as it stands, in the order of its latest change, with its version
 * as the event's id. A page that reconnects sends the last id it saw and misses nothing; 'caught-up'
 * says that what was there before the page opened has been sent.
 */
export const streamEvents = (dependencies: Dependencies, context: Context): Response => {
  const after = versionOf(context.req.header('last-event-id') ?? context.req.query('after'));
  return streamSSE(
    context,
    async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const signal = AbortSignal.any([gone.signal, dependencies.closing]);
      await follow(dependencies, stream, after, signal);
    },
    (error) => {
      dependencies.log.warn('events-ended', { message: error.message });
      return Promise.resolve();
    },
  );
};

const versionOf = (text: string | undefined): number => {
  const version = Number(text ?? '0');
  return Number.isSafeInteger(version) && version > 0 ? version : 0;
};

const follow = async (
  { messages, clock, workspaceId }: Dependencies,
  stream: SSEStreamingApi,
  after: number,
  signal: AbortSignal,
): Promise<void> => {
  let version = after;
  let caughtUp = false;
  let saidMs = clock.elapsedMs();
  await stream.write('retry: 1000\n\n');
  while (!signal.aborted) {
    const changed = await messages.since(workspaceId, null, version, batch);
    for (const message of changed) {
      const { version: id } = message;
      await stream.writeSSE({ event: 'message', id: String(id), data: JSON.stringify(message) });
      version = id;
    }
    if (changed.length > 0) saidMs = clock.elapsedMs();
    if (changed.length === batch) continue;
    if (!caughtUp) {
      caughtUp = true;
      await stream.writeSSE({ event: 'caught-up', data: String(version) });
    }
    if (clock.elapsedMs() - saidMs > heartbeatMs) {
      saidMs = clock.elapsedMs();
      await stream.write(': still here\n\n');
    }
    await clock.sleep(pollMs, signal).catch(endOfWait);
  }
};

/** The loop's condition sees the aborted signal. */
const endOfWait = (): undefined => undefined;
