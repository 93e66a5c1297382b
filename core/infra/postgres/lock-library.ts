import type { IngestionId, LibraryId } from '#core/domain/ids.ts';
import type { Transaction } from './connect.ts';

/**
 * Taken first by every transaction that changes what a library holds: shares, documents and
 * ingestions are locked in different orders by different causes, and would deadlock without it. The
 * keys decide who is first, not this lock; rows that only refer to the library are not held up.
 */
export const lockLibrary = async (transaction: Transaction, id: LibraryId): Promise<void> => {
  await transaction`select 1 from libraries where id = ${id} for no key update`;
};

/** The library of an ingestion. */
export const lockLibraryOf = async (
  transaction: Transaction,
  ingestion: { readonly id: IngestionId },
): Promise<void> => {
  await transaction`
    select 1 from libraries l
    where l.id = (select library_id from ingestions where id = ${ingestion.id}) for no key update`;
};
