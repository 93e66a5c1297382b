import type { DocumentId, WorkspaceId } from '#core/domain/ids.ts';
import type { Ids } from '#core/ports/ids.ts';
import { blankPassages } from './blank-passages.ts';
import { bumpCard } from './bump-delivery.ts';
import { cancelIngestions } from './end-ingestion.ts';
import type { Transaction } from './connect.ts';
import type { ShareRow } from './document-rows.ts';

/**
 * Forgets a live document within the caller's transaction: gone from every scope, its shares and
 * live ingestions ended, its words blanked wherever they were kept, its clean-up row written.
 * False when there was nothing to forget.
 */
export const forgetDocument = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  documentId: DocumentId,
): Promise<boolean> => {
  const gone = await transaction`
    update documents set deleted_at = now()
    where id = ${documentId} and workspace_id = ${workspaceId} and deleted_at is null returning id`;
  if (gone.length === 0) return false;

  const shares = await transaction<ShareRow[]>`
    update shares set deleted_at = coalesce(deleted_at, now())
    where document_id = ${documentId} returning *`;
  // Each leaves a clean-up of its own for later: its attempt may be writing at this moment.
  const working = await transaction<{ id: string }[]>`
    select id from ingestions
    where document_id = ${documentId} or replaced_by_document_id = ${documentId}`;
  await cancelIngestions(transaction, ids, working);
  await blankPassages(transaction, workspaceId, documentId);
  await transaction`delete from blob_references where holder = ${`document:${documentId}`}`;
  await transaction`
    insert into cleanups (id, workspace_id, document_id)
    values (${ids.next()}, ${workspaceId}, ${documentId})`;
  for (const share of shares) await bumpCard(transaction, ids, share);
  return true;
};
