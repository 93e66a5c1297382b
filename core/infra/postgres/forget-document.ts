import type { DocumentId, WorkspaceId } from '#core/domain/ids.ts';
import type { Ids } from '#core/ports/ids.ts';
import { bumpCard } from './bump-delivery.ts';
import { cancelIngestions } from './end-ingestion.ts';
import type { Transaction } from './connect.ts';
import type { ShareRow } from './document-rows.ts';
import { asJson } from './json.ts';

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
  await blank(transaction, documentId);
  await transaction`delete from blob_references where holder = ${`document:${documentId}`}`;
  await transaction`
    insert into cleanups (id, workspace_id, document_id)
    values (${ids.next()}, ${workspaceId}, ${documentId})`;
  for (const share of shares) await bumpCard(transaction, ids, share);
  return true;
};

/** Passages, quotes and trace text of the document; an answer made of its sentences goes whole. */
const blank = async (transaction: Transaction, documentId: DocumentId): Promise<void> => {
  await transaction`
    update runs set answer = answer || jsonb_build_object(
      'markdown', case when answer_type = 'QUOTATION' then '' else answer ->> 'markdown' end,
      'citations', coalesce((
        select jsonb_agg(case when item ->> 'documentId' = ${documentId}
          then item || '{"quote": "", "reason": "", "headingPath": [], "unconfirmed": []}'::jsonb
          else item end order by place)
        from jsonb_array_elements(answer -> 'citations') with ordinality as c (item, place)), '[]'),
      'cards', coalesce((
        select jsonb_agg(item order by place)
        from jsonb_array_elements(answer -> 'cards') with ordinality as c (item, place)
        where item ->> 'documentId' <> ${documentId}), '[]'))
    where answer is not null
      and id in (select run_id from citations where document_id = ${documentId})`;
  await transaction`
    update traces set trace = jsonb_set(trace, '{passages}', coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(trace -> 'passages')
      where value ->> 'documentId' <> ${documentId}), '{}'))
    where run_id in (
      select run_id from citations where document_id = ${documentId}
      union select run_id from evidence where document_id = ${documentId}
      union select run_id from traces
      where jsonb_path_query_array(trace, '$.passages.*.documentId') @> ${asJson(transaction, [documentId])})`;
  await transaction`
    update evidence set passage = '{}', blanked_at = now() where document_id = ${documentId}`;
  await transaction`
    update citations set citation = '{}', blanked_at = now() where document_id = ${documentId}`;
};
