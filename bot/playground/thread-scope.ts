import type { Place } from '#core/domain/intention.ts';
import type { Ingestion } from '#core/domain/ingestion.ts';
import type { DocumentId, WorkspaceId } from '#core/domain/ids.ts';
import type { PlaygroundFile, PlaygroundMessage } from '#core/domain/playground.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { Documents } from '#core/ports/documents.ts';
import type { IngestionRequests } from '#core/ports/ingestions.ts';
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

/** How far back a conversation's earlier questions and a card's files are looked for. */
const looksBack = 200;

export const createThreadScope =
  (dependencies: {
    readonly documents: Pick<Documents, 'list'>;
    readonly ingestions: Pick<IngestionRequests, 'list'>;
    readonly runs: Pick<Runs, 'list'>;
  }): ThreadScope =>
  async (workspaceId, place, root) => {
    const { documents, ingestions, runs } = dependencies;
    const { libraryId, address } = place;
    const files = root === null ? [] : filesOf(root);
    const listed = await runs.list(workspaceId, libraryId, looksBack);
    const earlier = listed.find((run) => run.address.threadId === address.threadId);
    if (root === null || files.length === 0) {
      return { scope: earlier?.scope ?? { kind: 'library' }, waitForMessageId: null };
    }
    const [known, items] = await Promise.all([
      documents.list(workspaceId, libraryId),
      ingestions.list(workspaceId, libraryId, looksBack),
    ]);
    const own = items.filter(({ share }) => share.messageId === root.id);
    const live = own.some(({ status }) => status === 'LIVE');
    // By shares as well: after "Replace the earlier one" the posting belongs to the earlier document.
    const shared = known.filter(({ shares }) => shares.some((one) => one.messageId === root.id));
    const documentIds = [...new Set([...shared.map(({ id }) => id), ...own.flatMap(documentOf)])];
    return {
      scope: earlier?.scope ?? scopeOfCard(files, own, documentIds),
      waitForMessageId: live ? root.id : null,
    };
  };

const filesOf = (root: PlaygroundMessage): readonly PlaygroundFile[] =>
  root.content.kind === 'text' ? root.content.files : [];

const documentOf = (item: Ingestion): readonly DocumentId[] => {
  const id = item.document?.id ?? item.skippedFor?.documentId;
  return id === undefined ? [] : [id];
};

/** A file that is still being fetched has no document yet: one alone is meant by its name. */
const scopeOfCard = (
  files: readonly PlaygroundFile[],
  own: readonly Ingestion[],
  documentIds: readonly DocumentId[],
): ScopeRequest => {
  const known = own.length === files.length && own.every((item) => documentOf(item).length > 0);
  const [file] = files;
  if (known || documentIds.length > 0) return { kind: 'documents', documentIds };
  return file !== undefined && files.length === 1
    ? { kind: 'named', name: file.name }
    : { kind: 'library' };
};
