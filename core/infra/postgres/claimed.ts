import { Stale } from '#core/domain/errors.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Transaction } from './connect.ts';

const live = {
  inbox: `status = 'LIVE'`,
  ingestion: `status = 'LIVE'`,
  cleanup: `status = 'LIVE'`,
  delivery: `status = 'LIVE'`,
  run: `status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK')`,
} as const;
const tables = {
  inbox: 'inbox',
  ingestion: 'ingestions',
  cleanup: 'cleanups',
  delivery: 'deliveries',
  run: 'runs',
} as const;

/**
 * Locks the claimed row for the rest of the transaction and gives it back. Rejects with `Stale`
 * when another attempt has it, or when it is terminal: a late attempt writes nothing.
 */
export const lockClaimed = async <Row extends object>(
  transaction: Transaction,
  claim: Claim,
): Promise<Row> => {
  const rows = await transaction.unsafe<Row[]>(
    `select * from ${tables[claim.kind]}
     where id = $1 and sequence = $2 and lease_owner = $3 and ${live[claim.kind]} for update`,
    [claim.id, claim.sequence, claim.owner],
  );
  const [row] = rows;
  if (row === undefined) throw new Stale();
  return row;
};
