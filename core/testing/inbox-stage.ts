import { createAdmit } from '#bot/admit.ts';
import { createCurate } from '#bot/curate.ts';
import { createInbox } from '#bot/inbox.ts';
import { createInform } from '#bot/inform.ts';
import { createPlaygroundReader } from '#bot/playground/read.ts';
import { createThreadScope } from '#bot/playground/thread-scope.ts';
import { createShare } from '#bot/share.ts';
import { createStop } from '#bot/stop.ts';
import type { CancelTarget, NewQuestion } from '#core/domain/run.ts';
import type { NewShare } from '#core/domain/share.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { IngestionRequests } from '#core/ports/ingestions.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Shares } from '#core/ports/shares.ts';
import { createMemoryInbox } from './memory/inbox.ts';
import { createMemoryLibraries } from './memory/libraries.ts';
import { createMemoryPlaygroundMessages } from './memory/playground-messages.ts';

const person = { id: 'local', name: 'You' };
const workspaceId = 'playground';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { now: () => new Date(0), elapsedMs: () => 0, sleep: async () => undefined };
const wakeups = { wake: () => undefined, wait: async () => undefined };
const documents = { list: async () => [], find: async () => null, forget: async () => false };
const ingestions: IngestionRequests = {
  retry: async () => false,
  cancel: async () => false,
  reindex: async () => null,
  replace: async () => null,
  list: async () => [],
  find: async () => null,
};

/** What the inbox asked of the rest, in order. */
const createRecorder = () => {
  const asked: NewQuestion[] = [];
  const shared: NewShare[] = [];
  const cancelled: CancelTarget[] = [];
  const unshared: string[] = [];
  const told: { readonly code: string; readonly threadId: string | null }[] = [];
  const failures: Error[] = [];
  const runs: Pick<Runs, 'admit' | 'cancel' | 'list' | 'find'> = {
    admit: async (_workspaceId, question) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      asked.push(question);
      return { kind: 'admitted', runId: 'run', conversationId: 'conversation', ahead: 0 };
    },
    cancel: async (_workspaceId, target) => {
      cancelled.push(target);
      return { kind: 'nothing-to-cancel' };
    },
    list: async () => [],
    find: async () => null,
  };
  const shares: Pick<Shares, 'receive' | 'remove'> = {
    receive: async (share) => {
      shared.push(share);
      return { shareId: share.fileId, ingestionId: share.fileId, duplicate: false };
    },
    remove: async (_workspaceId, _platform, _channelId, messageId) => {
      unshared.push(messageId);
      return 1;
    },
  };
  const deliveries: Pick<Deliveries, 'notice'> = {
    notice: async (_workspaceId, { threadId }, key, { code }) => {
      told.push({ code, threadId });
      return key;
    },
  };
  return { asked, shared, cancelled, unshared, told, failures, runs, shares, deliveries };
};

/** The receiving side behind the acknowledgement: real handlers over recorded ports. */
export const createInboxStage = async () => {
  const recorder = createRecorder();
  const { runs, shares, deliveries } = recorder;
  const libraries = createMemoryLibraries(workspaceId);
  await libraries.ensure(workspaceId, 'playground', 'general', 'general');
  const messages = createMemoryPlaygroundMessages(
    () => [],
    () => new Date(0),
  );
  const inbox = createMemoryInbox();
  const ids = { opaque: () => 'trace' };
  const threadScope = createThreadScope({ runs });
  const handle = createInbox({
    inbox,
    work: inbox.work,
    readers: {
      playground: createPlaygroundReader({ messages, libraries, threadScope, person }),
    },
    share: createShare({ shares, deliveries, wakeups }),
    admit: createAdmit({ runs, deliveries, wakeups, ids, mode: 'STRICT' }),
    stop: createStop({ runs, deliveries, wakeups }),
    curate: createCurate({ documents, ingestions, deliveries, wakeups }),
    inform: createInform({
      documents,
      ingestions,
      runs,
      traces: { find: async () => null },
      deliveries,
      wakeups,
    }),
    shares,
    runs,
    deliveries,
    wakeups,
    clock,
    log: silent,
    owner: 'stage',
  });
  return {
    ...recorder,
    inbox,
    messages,
    receive: (payload: { readonly key: string; readonly kind: string }) =>
      inbox.receive(workspaceId, { platform: 'playground', ...payload, payload }),
    /** Until nothing is due any more. */
    drain: async () => {
      for (;;) {
        const [claim] = await inbox.work.claim('inbox', 'stage', 1);
        if (claim === undefined) return;
        await handle(claim);
      }
    },
    /** The next admission fails. */
    failNext: (_what: 'admit', error: Error) => void recorder.failures.push(error),
  };
};
