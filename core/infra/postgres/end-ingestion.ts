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

/** The terminal write of a claimed, locked ingestion, with its card. */
export const endIngestion = async (
  ending: Ending,
  end:
    | { readonly status: 'FAILED'; readonly failure: IngestionFailure }
    | { readonly status: 'CANCELLED' | 'READY' },
): Promise<void> => {
  const { transaction, ids, row } = ending;
  const failure = end.status === 'FAILED' ? end.failure : null;
  if (end.status !== 'READY') await discardTarget(ending);
  await transaction`
    update ingestions set status = ${end.status}, failure_stage = ${failure?.stage ?? null},
      failure_code = ${failure?.code ?? null}, failure_message = ${failure?.message ?? null},
      stage = ${end.status === 'READY' ? 'INDEXED' : row.stage},
      target_generation = ${end.status === 'READY' ? row.target_generation : null},
      finished_at = now(), sequence = sequence + 1, lease_owner = null, lease_until = null
    where id = ${row.id}`;
  const shares = await transaction<ShareRow[]>`select * from shares where id = ${row.share_id}`;
  for (const share of shares) await bumpCard(transaction, ids, share);
};
