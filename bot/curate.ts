import type { CurateAct, Place } from '#core/domain/intention.ts';
import { isCalled, sameName } from '#core/domain/document.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Documents } from '#core/ports/documents.ts';
import type { IngestionRequests } from '#core/ports/ingestions.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';

/** What came of it, told in the thread; null where the card itself shows it. */
type Told = { readonly code: string; readonly detail: string } | null;

type Dependencies = {
  readonly documents: Pick<Documents, 'find' | 'list' | 'forget'>;
  readonly ingestions: IngestionRequests;
  readonly deliveries: Pick<Deliveries, 'notice'>;
  readonly wakeups: Pick<Wakeups, 'wake'>;
};

export type Curate = (workspaceId: WorkspaceId, act: CurateAct, place: Place) => Promise<void>;

/** Forget, retry, replace, reindex, cancel: by id from a card's button, by name from a command. */
export const createCurate =
  (dependencies: Dependencies): Curate =>
  async (workspaceId, act, place) => {
    const told = await perform(dependencies, workspaceId, act, place);
    if (told !== null) {
      await dependencies.deliveries.notice(workspaceId, place.address, place.key, {
        ...told,
        language: place.language,
      });
    }
    for (const kind of ['ingestion', 'delivery', 'cleanup'] as const) {
      dependencies.wakeups.wake(kind);
    }
  };

const gone: Told = { code: 'gone', detail: '' };

const alreadyFinished: Told = { code: 'already_finished', detail: '' };
const notFailed: Told = { code: 'not_failed', detail: '' };

/** Null when it was done; the given sentence when there was nothing to do it to. */
const unless = (done: boolean, otherwise: Told): Told => (done ? null : otherwise);

const perform = async (
  dependencies: Dependencies,
  workspaceId: WorkspaceId,
  act: CurateAct,
  place: Place,
): Promise<Told> => {
  const { documents, ingestions } = dependencies;
  switch (act.kind) {
    case 'retry':
      return unless(await ingestions.retry(workspaceId, act.ingestionId), notFailed);
    case 'cancel':
      return unless(
        await ingestions.cancel(workspaceId, act.ingestionId, place.by),
        alreadyFinished,
      );
    case 'replace': {
      const replacing = await ingestions.replace(workspaceId, act.ingestionId, act.earlier);
      return unless(replacing !== null, gone);
    }
    case 'forget':
      return unless(await documents.forget(workspaceId, act.documentId, place.by), gone);
    case 'reindex':
      return unless((await ingestions.reindex(workspaceId, act.documentId)) !== null, gone);
    case 'forget-named':
    case 'reindex-named':
      return byName(dependencies, workspaceId, act.kind, act.name, place);
    case 'retry-named':
      return retryNamed(ingestions, workspaceId, act.name, place);
  }
};

const byName = async (
  { documents, ingestions }: Dependencies,
  workspaceId: WorkspaceId,
  kind: 'forget-named' | 'reindex-named',
  name: string,
  place: Place,
): Promise<Told> => {
  if (name === '') return { code: 'name_missing', detail: exampleOf(kind) };
  const listed = await documents.list(workspaceId, place.libraryId);
  const [found, another] = listed.filter((document) => isCalled(document, name));
  if (found === undefined) return { code: 'not_found', detail: name };
  if (another !== undefined) return { code: 'several_found', detail: name };
  if (kind === 'forget-named') {
    const forgotten = await documents.forget(workspaceId, found.id, place.by);
    return forgotten ? { code: 'forgotten', detail: found.name } : gone;
  }
  const ingestionId = await ingestions.reindex(workspaceId, found.id);
  return ingestionId === null ? gone : { code: 'reindexing', detail: found.name };
};

const exampleOf = (kind: 'forget-named' | 'reindex-named' | 'retry-named'): string =>
  `/anchr ${kind.replace('-named', '')} Handbook.pdf`;

/** Searched among the channel's latest files. */
const retriable = 200;

const retryNamed = async (
  ingestions: IngestionRequests,
  workspaceId: WorkspaceId,
  name: string,
  place: Place,
): Promise<Told> => {
  const listed = await ingestions.list(workspaceId, place.libraryId, retriable);
  const failed = listed.filter(({ status }) => status === 'FAILED');
  const found =
    name === '' ? failed[0] : failed.find(({ share }) => sameName(share.fileName, name));
  if (found === undefined) {
    return name === '' ? notFailed : { code: 'not_found', detail: name };
  }
  const retried = await ingestions.retry(workspaceId, found.id);
  return retried ? { code: 'retrying', detail: found.share.fileName } : notFailed;
};
