import { Terminal } from '#core/domain/errors.ts';
import type { ActivationResult } from '#core/domain/ingestion.ts';
import type { Ingestions } from '#core/ports/ingestions.ts';
import { bumpCard } from './bump-delivery.ts';
import type { DocumentRow, ShareRow } from './document-rows.ts';
import { cancelIngestions, discardGeneration, endIngestion } from './end-ingestion.ts';
import type { Ending } from './end-ingestion.ts';

type Activation = Parameters<Ingestions['activate']>[1];

/**
 * The one moment in which a generation becomes visible: under the document's row lock, forward only,
 * never for a forgotten document. The claimed ingestion is locked by the caller.
 */
export const activate = async (
  ending: Ending,
  activation: Activation,
): Promise<ActivationResult> => {
  const { transaction, row } = ending;
  const [document] = await transaction<DocumentRow[]>`
    select * from documents where id = ${row.document_id} for no key update`;
  const target = row.target_generation;
  if (document === undefined || target === null) {
    throw new Terminal('INGESTION_MISSING', 'nothing was built that could be activated');
  }
  if (document.deleted_at !== null) {
    await endIngestion(ending, { status: 'CANCELLED' });
    return { kind: 'discarded', code: 'DOCUMENT_DELETED' };
  }
  if (target < document.active_generation) {
    const message = `generation ${document.active_generation} is active already`;
    const failure = { stage: row.stage, code: 'ACTIVATION_SUPERSEDED', message };
    await endIngestion(ending, { status: 'FAILED', failure });
    return { kind: 'discarded', code: 'ACTIVATION_SUPERSEDED' };
  }
  if (target > document.active_generation) {
    if (row.replaced_by_document_id !== null) {
      await takeOver(ending, document, row.replaced_by_document_id, target);
    }
    await makeActive(ending, document, target, activation);
  }
  await endIngestion(ending, { status: 'READY' });
  return { kind: 'activated', generation: target };
};

const makeActive = async (
  ending: Ending,
  document: DocumentRow,
  target: number,
  { title, pageCount, segmentCount }: Activation,
): Promise<void> => {
  const { transaction } = ending;
  await transaction`
    update documents set active_generation = ${target}, title = ${title}, page_count = ${pageCount}
    where id = ${document.id}`;
  await transaction`
    update generations set status = 'active', activated_at = now(),
      segment_count = ${segmentCount}, page_count = ${pageCount}
    where document_id = ${document.id} and number = ${target}`;
  if (document.active_generation > 0) {
    await discardGeneration(ending, document.active_generation, 'superseded');
  }
};

/**
 * Replace the earlier one: the newcomer's content, name and shares become the earlier document's, its
 * links follow, and the newcomer is forgotten. Old content stays only while a citation refers to it.
 */
const takeOver = async (
  { transaction, ids, row }: Ending,
  earlier: DocumentRow,
  newcomerId: string,
  target: number,
): Promise<void> => {
  const working = await transaction<{ id: string }[]>`
    select id from ingestions where document_id = ${newcomerId}`;
  await cancelIngestions(transaction, ids, working);
  const [newcomer] = await transaction<DocumentRow[]>`
    update documents set deleted_at = now()
    where id = ${newcomerId} and deleted_at is null returning *`;
  if (newcomer === undefined) {
    throw new Terminal('DOCUMENT_DELETED', 'the newer document was forgotten meanwhile');
  }
  await transaction`
    update documents set content_hash = ${newcomer.content_hash}, name = ${newcomer.name},
      media_type = ${newcomer.media_type}, byte_size = ${newcomer.byte_size}
    where id = ${earlier.id}`;
  const shares = await transaction<ShareRow[]>`
    update shares set document_id = ${earlier.id} where document_id = ${newcomerId} returning *`;
  await transaction`
    update citations set document_id = ${earlier.id}, generation = ${target}
    where document_id = ${newcomerId}`;
  await transaction`update evidence set document_id = ${earlier.id} where document_id = ${newcomerId}`;
  await transaction`
    update ingestions set document_id = ${earlier.id}, same_name_document_id = null
    where document_id = ${newcomerId} or (share_id = ${row.share_id} and kind = 'share')`;
  await transaction`
    delete from blob_references where holder in (${`document:${newcomerId}`},
      ${`document:${earlier.id}`})`;
  await transaction`
    insert into blob_references (workspace_id, content_hash, holder)
    values (${row.workspace_id}, ${newcomer.content_hash}, ${`document:${earlier.id}`})`;
  await transaction`
    insert into cleanups (id, workspace_id, document_id, due_at)
    values (${ids.next()}, ${row.workspace_id}, ${newcomerId}, now() + interval '15 minutes')`;
  const older = await transaction<ShareRow[]>`
    select * from shares where document_id = ${earlier.id} and deleted_at is null`;
  for (const share of [...older, ...shares]) await bumpCard(transaction, ids, share);
};
