import { Stale } from '#core/domain/errors.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Transaction } from './connect.ts';
import { workTables } from './work-tables.ts';

/**
 * Locks the claimed row for the rest of the transaction and gives it back. Rejects with `Stale`
 * when another attempt has it, or when it is terminal: a late attempt writes nothing.
 */
export const lockClaimed = async <Row extends object>(
  transaction: Transaction,
  claim: Claim,
): Promise<Row> => {
  const { name, live } = workTables[claim.kind];
  const rows = await transaction.unsafe<Row[]>(
    `select * from ${name} unit where unit.id = $1 and unit.workspace_id = $2
       and unit.sequence = $3 and unit.lease_owner = $4 and ${live} for update`,
    [claim.id, claim.workspaceId, claim.sequence, claim.owner],
  );
  const [row] = rows;
  if (row === undefined) throw new Stale();
  return row;
};
