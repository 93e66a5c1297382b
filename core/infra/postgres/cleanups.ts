import type { Cleanups } from '#core/ports/cleanups.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection, Transaction } from './connect.ts';
import type { cleanups } from './schema/work.ts';

type Row = typeof cleanups.$inferSelect;

export const createCleanups = (connection: Connection): Cleanups => ({
  load: (claim) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<Row>(transaction, claim);
      const versions = await transaction<{ number: number; content_hash: string }[]>`
        select g.number, g.content_hash from generations g
        join documents d on d.id = g.document_id
        where g.document_id = ${row.document_id}
          and (${row.generation}::int is null or g.number = ${row.generation})
          -- What is active is never cleaned, whatever a row says.
          and (d.deleted_at is not null or g.number <> d.active_generation)
        order by g.number`;
      return {
        id: row.id,
        workspaceId: row.workspace_id,
        versions: versions.map(({ number }) => ({
          documentId: row.document_id,
          generation: number,
        })),
        objects: await unreferenced(transaction, row),
      };
    }),

  complete: (claim) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<Row>(transaction, claim);
      await transaction`
        delete from blobs where workspace_id = ${row.workspace_id} and cleanup_id = ${row.id}`;
      await transaction`
        update cleanups set status = 'DONE', finished_at = now(), sequence = sequence + 1,
          lease_owner = null, lease_until = null where id = ${claim.id}`;
    }),
});

/** Every content that the cleaned document ever had. */
const contents = (transaction: Transaction, row: Row) => transaction`
  select content_hash from generations where document_id = ${row.document_id}
  union select content_hash from documents where id = ${row.document_id}`;

/**
 * Marks as this clean-up's own the contents that nothing refers to: no document, no running
 * ingestion, no citation that still shows them. Whoever intends to store one waits until it is gone,
 * and no other clean-up removes it a second time under them.
 */
const unreferenced = async (transaction: Transaction, row: Row): Promise<readonly string[]> => {
  const marked = await transaction<{ content_hash: string }[]>`
    with locked as (
      select content_hash from blobs
      where workspace_id = ${row.workspace_id}
        and content_hash in (select hash from (${contents(transaction, row)}) c (hash))
      for update
    )
    update blobs b set cleanup_id = ${row.id} from locked
    where b.workspace_id = ${row.workspace_id} and b.content_hash = locked.content_hash
      and (b.cleanup_id is null or b.cleanup_id = ${row.id})
      and not exists (
        select 1 from blob_references r
        where r.workspace_id = b.workspace_id and r.content_hash = b.content_hash)
      and not exists (
        select 1 from citations c where c.workspace_id = b.workspace_id
          and c.source_hash = b.content_hash and c.blanked_at is null)
    returning b.content_hash`;
  return marked.map((blob) => blob.content_hash);
};
