import type { Place } from '#core/domain/intention.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { PlaygroundMessage } from '#core/domain/playground.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { Runs } from '#core/ports/runs.ts';

type Kept = { readonly scope: ScopeRequest; readonly waitForMessageId: string | null };

/**
 * What a question in this thread is about unless it says otherwise: what the conversation was about
 * last, else the files of the thread's card, else the channel.
 */
export type ThreadScope = (
  workspaceId: WorkspaceId,
  place: Place,
  root: PlaygroundMessage | null,
) => Promise<Kept>;

/** How far back a conversation's earlier questions are looked for. */
const looksBack = 200;

export const createThreadScope =
  (dependencies: { readonly runs: Pick<Runs, 'list'> }): ThreadScope =>
  async (workspaceId, { libraryId, address }, root) => {
    const listed = await dependencies.runs.list(workspaceId, libraryId, looksBack);
    const earlier = listed.find((run) => run.address.threadId === address.threadId);
    const card = root !== null && hasFiles(root) ? root.id : null;
    const own: ScopeRequest =
      card === null ? { kind: 'library' } : { kind: 'message', messageId: card };
    // A file that has failed or is ready is waited for no longer: the queue looks for itself.
    return { scope: earlier?.scope ?? own, waitForMessageId: card };
  };

const hasFiles = ({ content }: PlaygroundMessage): boolean =>
  content.kind === 'text' && content.files.length > 0;
