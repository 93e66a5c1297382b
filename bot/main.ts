import type { AnswerMode } from '#core/domain/answer.ts';
import type { Person, WorkspaceId } from '#core/domain/ids.ts';
import type { Citations } from '#core/ports/citations.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Documents } from '#core/ports/documents.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Inbox } from '#core/ports/inbox.ts';
import type { Ingestions } from '#core/ports/ingestions.ts';
import type { Libraries } from '#core/ports/libraries.ts';
import type { Log } from '#core/ports/log.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Shares } from '#core/ports/shares.ts';
import type { Traces } from '#core/ports/traces.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import type { Work } from '#core/ports/work.ts';
import { createAdmit } from './admit.ts';
import { createCurate } from './curate.ts';
import { startInbox } from './inbox.ts';
import { createInform } from './inform.ts';
import { createPlayground } from './playground/playground.ts';
import { createPlaygroundReader } from './playground/read.ts';
import { createThreadScope } from './playground/thread-scope.ts';
import { createPreview } from './preview/preview.ts';
import { createShare } from './share.ts';
import { createStop } from './stop.ts';

export type BotDependencies = {
  readonly work: Work;
  readonly inbox: Inbox;
  readonly libraries: Libraries;
  readonly documents: Documents;
  readonly shares: Shares;
  readonly ingestions: Ingestions;
  readonly runs: Runs;
  readonly traces: Traces;
  readonly citations: Citations;
  readonly deliveries: Deliveries;
  readonly messages: PlaygroundMessages;
  readonly objects: ObjectStore;
  readonly renderer: PageRenderer;
  readonly wakeups: Wakeups;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly owner: string;
  readonly workspaceId: WorkspaceId;
  /** Who sits before the local page. */
  readonly person: Person;
  readonly mode: AnswerMode;
  readonly maximumFileBytes: number;
  /** Of the local page on 127.0.0.1, 0 for a free one; null serves no page. */
  readonly port: number | null;
};

export type PageAddress = {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** What a person opens once. */
  readonly url: string;
};

export type Bot = {
  /** Where the local page is; null where none is served. */
  readonly page: PageAddress | null;
  readonly stop: () => Promise<void>;
};

/** The receiving side: the local page with its citation pages, and the inbox that it fills. */
export const startBot = async (dependencies: BotDependencies): Promise<Bot> => {
  const page = await servePage(dependencies);
  const inbox = startInboxOf(dependencies);
  return {
    page: page?.address ?? null,
    stop: async () => {
      await page?.close();
      await inbox.stop();
    },
  };
};

const servePage = async (dependencies: BotDependencies) => {
  const { port } = dependencies;
  if (port === null) return null;
  const preview = createPreview(dependencies);
  const playground = createPlayground({ ...dependencies, port, preview });
  const { origin, url } = await playground.listen();
  return { address: { origin, url }, close: playground.close };
};

const startInboxOf = (dependencies: BotDependencies): ReturnType<typeof startInbox> => {
  const { ingestions, runs } = dependencies;
  const requests = ingestions.requests;
  const threadScope = createThreadScope({ runs });
  return startInbox({
    ...dependencies,
    readers: { playground: createPlaygroundReader({ ...dependencies, threadScope }) },
    share: createShare(dependencies),
    admit: createAdmit(dependencies),
    stop: createStop(dependencies),
    curate: createCurate({ ...dependencies, ingestions: requests }),
    inform: createInform({ ...dependencies, ingestions: requests }),
  });
};
