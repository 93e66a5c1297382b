import { Hono } from 'hono';
import type { Delivery, DeliverySubject } from '#core/domain/delivery.ts';
import type { Run } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { DocumentListing } from '#core/ports/documents.ts';
import { createRandomIds } from '#core/infra/random-ids.ts';
import { createSystemClock } from '#core/infra/system-clock.ts';
import { createPlayground } from '#bot/playground/playground.ts';
import { createPlaygroundPoster } from '#worker/playground/post.ts';
import { createMemoryInbox } from './memory/inbox.ts';
import { createMemoryLibraries } from './memory/libraries.ts';
import { createMemoryObjectStore } from './memory/object-store.ts';
import { createMemoryPlaygroundMessages } from './memory/playground-messages.ts';

export const stageWorkspace = 'playground';
export const stageToken = 'a-token-of-the-stage-0123456789';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type StageOptions = {
  readonly preview?: Hono;
  readonly port?: number;
  readonly maximumFileBytes?: number;
  readonly documents?: readonly DocumentListing[];
  readonly runs?: readonly Run[];
  readonly traces?: ReadonlyMap<string, Trace>;
  readonly objects?: ReturnType<typeof createMemoryObjectStore>;
};

/** The page's server on fakes that behave, and a way to let Anchr say something on it. */
export const createPlaygroundStage = (options: StageOptions = {}) => {
  const libraries = createMemoryLibraries(stageWorkspace);
  const inbox = createMemoryInbox();
  const objects = options.objects ?? createMemoryObjectStore();
  const channels = new Map<string, string>();
  const messages = createMemoryPlaygroundMessages(
    () =>
      [...channels].map(([channelId, name]) => ({
        channelId,
        name,
        libraryId: `library-${channelId}`,
      })),
    () => new Date(),
  );
  const poster = createPlaygroundPoster({ messages });
  const playground = createPlayground({
    inbox,
    messages,
    libraries: {
      ...libraries,
      ensure: async (workspaceId, platform, channelId, name) => {
        channels.set(channelId, name);
        return libraries.ensure(workspaceId, platform, channelId, name);
      },
    },
    documents: { list: async () => options.documents ?? [] },
    runs: { find: async (_id, runId) => options.runs?.find(({ id }) => id === runId) ?? null },
    traces: { find: async (_id, runId) => options.traces?.get(runId) ?? null },
    objects,
    wakeups: { wake: () => undefined },
    clock: createSystemClock(),
    ids: createRandomIds(),
    log: silent,
    workspaceId: stageWorkspace,
    person: { id: 'local', name: 'You' },
    maximumFileBytes: options.maximumFileBytes ?? 50 * 1_024 * 1_024,
    preview: options.preview ?? new Hono(),
    port: options.port ?? 0,
    token: stageToken,
  });
  return {
    playground,
    messages,
    libraries,
    inbox,
    objects,
    /** As a delivery would: the same id edits its message. */
    show: (id: string, threadId: string | null, subject: DeliverySubject, channelId = 'general') =>
      poster.show(deliveryOf(id, channelId, threadId, subject), new AbortController().signal),
  };
};

const deliveryOf = (
  id: string,
  channelId: string,
  threadId: string | null,
  subject: DeliverySubject,
): Delivery => ({
  id,
  workspaceId: stageWorkspace,
  address: { platform: 'playground', channelId, threadId },
  subject,
  desiredVersion: 1,
  sentVersion: 0,
  messageIds: [],
  createdAt: new Date(),
});
