import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ingestion } from '#core/domain/ingestion.ts';
import type { Library } from '#core/domain/library.ts';
import type { Run } from '#core/domain/run.ts';
import type { Stores } from './stores.ts';

export type NamedFile = { readonly name: string; readonly bytes: Uint8Array };

export type PageUser = {
  /** Posts the files in one message and resolves when each is ready, skipped or has failed. */
  readonly share: (files: readonly NamedFile[]) => Promise<readonly Ingestion[]>;
  /** Posts a question, in a thread or at top level; resolves to its id, which is its thread's as well. */
  readonly say: (text: string, threadId?: string | null) => Promise<string>;
  /** Resolves with the run that answers the message, once it looks as wanted. */
  readonly runOf: (key: string, wanted?: (run: Run) => boolean) => Promise<Run>;
};

const looksMs = 100;
const isOver = (run: Run): boolean => run.finishedAt !== null;

/** Does what the person before the local page does, in one channel, through the page's own inbox. */
export const createPageUser = async (
  stores: Stores,
  workspaceId: string,
  channelId: string,
): Promise<PageUser> => {
  await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'Playground');
  const library = await stores.libraries.ensure(workspaceId, 'playground', channelId, channelId);
  const post = poster(stores, workspaceId, channelId);
  return {
    share: async (files) => {
      const key = await post('', await storeAll(stores, workspaceId, files));
      return until(() => ingestionsOf(stores, library, key));
    },
    say: (text, threadId = null) => post(text, [], threadId),
    runOf: (key, wanted = isOver) =>
      until(async () => {
        const runs = await stores.runs.list(workspaceId, library.id, 50);
        for (const run of runs) {
          const asked = await isAnswerTo(stores, run, key);
          if (asked && wanted(run)) return run;
        }
        return null;
      }),
  };
};

const poster =
  (stores: Stores, workspaceId: string, channelId: string) =>
  async (
    text: string,
    files: readonly unknown[],
    threadId: string | null = null,
  ): Promise<string> => {
    const key = stores.ids.next();
    const payload = { kind: 'message', key, channelId, threadId, language: 'en', text, files };
    const row = { platform: 'playground', key, kind: 'message', payload } as const;
    await stores.inbox.receive(workspaceId, row);
    stores.wakeups.wake('inbox');
    return key;
  };

const storeAll = (stores: Stores, workspaceId: string, files: readonly NamedFile[]) =>
  Promise.all(
    files.map(async ({ name, bytes }) => {
      const contentHash = createHash('sha256').update(bytes).digest('hex');
      await stores.objects.put({ workspaceId, contentHash, what: 'source' }, bytes);
      return { fileId: stores.ids.next(), name, byteSize: bytes.length, contentHash };
    }),
  );

const ingestionsOf = async (
  { ingestions }: Stores,
  library: Library,
  key: string,
): Promise<readonly Ingestion[] | null> => {
  const items = await ingestions.requests.list(library.workspaceId, library.id, 200);
  const own = items.filter(({ share }) => share.messageId === key);
  return own.length > 0 && own.every(({ status }) => status !== 'LIVE') ? own : null;
};

const isAnswerTo = async ({ messages }: Stores, run: Run, key: string): Promise<boolean> => {
  if (run.address.threadId === key) return true;
  const said = await messages.find(run.workspaceId, key);
  return said?.threadId === run.address.threadId && textOf(said.content) === run.question;
};

const textOf = (content: { readonly kind: string; readonly text?: string }): string =>
  content.text ?? '';

const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await wait(looksMs);
  }
};
