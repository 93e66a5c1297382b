import { Retryable } from '#core/domain/errors.ts';
import type { Blobs } from '#core/ports/blobs.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection } from './connect.ts';

const busyForMs = 1_000;

export const createBlobs = (connection: Connection): Blobs => ({
  intend: (claim, contentHash) =>
    connection.transaction(async (transaction) => {
      await lockClaimed(transaction, claim);
      await transaction`
        insert into blobs (workspace_id, content_hash)
        values (${claim.workspaceId}, ${contentHash}) on conflict do nothing`;
      const [blob] = await transaction<{ cleanup_id: string | null }[]>`
        select cleanup_id from blobs
        where workspace_id = ${claim.workspaceId} and content_hash = ${contentHash} for update`;
      if (blob === undefined || blob.cleanup_id !== null) {
        throw new Retryable('BLOB_BUSY', 'the same content is being cleaned up', {
          afterMs: busyForMs,
        });
      }
      await transaction`
        insert into blob_references (workspace_id, content_hash, holder)
        values (${claim.workspaceId}, ${contentHash}, ${`ingestion:${claim.id}`})
        on conflict do nothing`;
    }),

  referenced: (workspaceId, contentHash) =>
    connection.run(async (sql) => {
      const rows = await sql`
        select 1 from blob_references
        where workspace_id = ${workspaceId} and content_hash = ${contentHash} limit 1`;
      return rows.length > 0;
    }),
});
