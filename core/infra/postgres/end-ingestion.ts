import type { IngestionFailure } from '#core/domain/ingestion.ts';
import type { Ids } from '#core/ports/ids.ts';
import { bumpCard } from './bump-delivery.ts';
import type { Transaction } from './connect.ts';
import type { ShareRow } from './document-rows.ts';
import type { IngestionRow } from './ingestion-rows.ts';

export type Ending = {
  readonly transaction: Transaction;
  readonly ids: Ids;
  readonly row: IngestionRow;
};

/** Questions in flight, and a lost attempt's late writes, end well before this. Source: ingest.md, Generations. */
const cleanupAfter = '15 minutes';

/** A generation that nothing may see any more becomes a clean-up row. */
export const discardGeneration = async (
  { transaction, ids, row }: Ending,
  generation: number,
  status: 'superseded' | 'discarded',
): Promise<void> => {
  await transaction`
    update generations set status = ${status}
    where document_id = ${row.document_id} and number = ${generation}`;
  await transaction`
    insert into cleanups (id, workspace_id, document_id, generation, due_at)
    values (${ids.next()}, ${row.workspace_id}, ${row.document_id}, ${generation},
      now() + ${cleanupAfter}::interval)`;
};

/** Discards what this ingestion was building, if anything. */
export const discardTarget = async (ending: Ending): Promise<void> => {
  const { row } = ending;
  if (row.target_generation !== null) {
    await discardGeneration(ending, row.target_generation, 'discarded');
  }
};

/** The terminal write of a locked, live ingestion, with its card. */
export const endIngestion = async (
  ending: Ending,
  end:
    | { readonly status: 'FAILED'; readonly failure: IngestionFailure }
    | { readonly status: 'CANCELLED' | 'READY' },
): Promise<void> => {
  const { transaction, row } = ending;
  const failure = end.status === 'FAILED' ? end.failure : null;
  if (end.status !== 'READY') await discardTarget(ending);
  await transaction`
    update ingestions set status = ${end.status}, failure_stage = ${failure?.stage ?? null},
      failure_code = ${failure?.code ?? null}, failure_message = ${failure?.message ?? null},
      stage = ${end.status === 'READY' ? 'INDEXED' : row.stage},
      target_generation = ${end.status === 'READY' ? row.target_generation : null},
      finished_at = now(), sequence = sequence + 1, lease_owner = null, lease_until = null
    where id = ${row.id}`;
  await release(ending);
};

/** What holds for an ingestion only while it is live goes: its hold on the content. The card changes. */
export const release = async ({ transaction, ids, row }: Ending): Promise<void> => {
  await transaction`delete from blob_references where holder = ${`ingestion:${row.id}`}`;
  const shares = await transaction<ShareRow[]>`select * from shares where id = ${row.share_id}`;
  for (const share of shares) await bumpCard(transaction, ids, share);
};

/** Those of the ingestions that are live end cancelled; how many were. */
export const cancelIngestions = async (
  transaction: Transaction,
  ids: Ids,
  candidates: readonly { readonly id: string }[],
): Promise<number> => {
  const rows = await transaction<IngestionRow[]>`
    select * from ingestions where id = any(${candidates.map(({ id }) => id)}) and status = 'LIVE'
    order by id for update`;
  for (const row of rows) await endIngestion({ transaction, ids, row }, { status: 'CANCELLED' });
  return rows.length;
};

/**
 * A document that nobody reads in any more, and that was never searchable, goes on with the next
 * share of it: whoever posted that was told that it is there, and must learn the same reason if not.
 */
export const handOver = async (
  transaction: Transaction,
  ids: Ids,
  documentId: string,
): Promise<void> => {
  const [heir] = await transaction<IngestionRow[]>`
    select i.* from ingestions i join shares s on s.id = i.share_id
    join documents d on d.id = s.document_id
    where d.id = ${documentId} and d.deleted_at is null and d.active_generation = 0
      and s.deleted_at is null and i.status = 'SKIPPED' and not exists (
        select 1 from ingestions other where other.document_id = d.id and other.status = 'LIVE')
    order by s.shared_at, s.id limit 1 for update of i`;
  if (heir === undefined) return;
  await transaction`
    update ingestions set status = 'LIVE', stage = 'DOWNLOADED', attempt = 0, due_at = now(),
      finished_at = null, sequence = sequence + 1, document_id = ${documentId},
      skipped_for_document_id = null, skipped_for_share_id = null
    where id = ${heir.id}`;
  await release({ transaction, ids, row: heir });
};
