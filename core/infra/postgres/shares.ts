import { Terminal } from '#core/domain/errors.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Shares } from '#core/ports/shares.ts';
import { bumpCard } from './bump-delivery.ts';
import type { Connection, Transaction } from './connect.ts';
import { shareOf } from './document-rows.ts';
import type { ShareRow } from './document-rows.ts';
import { cancelIngestions, handOver } from './end-ingestion.ts';
import { forgetDocument } from './forget-document.ts';
import { lockLibrary } from './lock-library.ts';

export const createShares = (connection: Connection, ids: Ids): Shares => ({
  receive: (share) =>
    connection.transaction(async (transaction) => {
      const [row] = await transaction<ShareRow[]>`
        insert into shares (id, workspace_id, library_id, platform, channel_id, thread_id,
          message_id, file_id, file_name, shared_by_id, shared_by_name)
        values (${ids.next()}, ${share.workspaceId}, ${share.libraryId}, ${share.address.platform},
          ${share.address.channelId}, ${share.address.threadId}, ${share.messageId}, ${share.fileId},
          ${share.fileName}, ${share.sharedBy.id}, ${share.sharedBy.name})
        on conflict (workspace_id, platform, channel_id, message_id, file_id) do nothing
        returning *`;
      if (row === undefined) return earlier(transaction, share);
      const ingestionId = ids.next();
      await transaction`
        insert into ingestions (id, workspace_id, library_id, share_id, kind)
        values (${ingestionId}, ${share.workspaceId}, ${share.libraryId}, ${row.id}, 'share')`;
      await bumpCard(transaction, ids, row);
      return { shareId: row.id, ingestionId, duplicate: false };
    }),

  find: (workspaceId, shareId) =>
    connection.run(async (sql) => {
      const rows = await sql<ShareRow[]>`
        select * from shares where workspace_id = ${workspaceId} and id = ${shareId}
          and deleted_at is null`;
      return rows.map(shareOf)[0] ?? null;
    }),

  remove: (workspaceId, platform, channelId, messageId, fileId) =>
    connection.transaction(async (transaction) => {
      const found = await transaction<{ id: string }[]>`
        select id from libraries where workspace_id = ${workspaceId} and platform = ${platform}
          and channel_id = ${channelId}`;
      for (const library of found) await lockLibrary(transaction, library.id);
      const rows = await transaction<ShareRow[]>`
        update shares set deleted_at = now()
        where workspace_id = ${workspaceId} and platform = ${platform}
          and channel_id = ${channelId} and message_id = ${messageId}
          and (${fileId}::text is null or file_id = ${fileId}) and deleted_at is null
        returning *`;
      for (const row of rows) await end(transaction, ids, row);
      return rows.length;
    }),
});

const earlier = async (transaction: Transaction, share: Parameters<Shares['receive']>[0]) => {
  const [row] = await transaction<{ share_id: string; ingestion_id: string }[]>`
    select s.id as share_id, i.id as ingestion_id
    from shares s join ingestions i on i.share_id = s.id
    where s.workspace_id = ${share.workspaceId} and s.platform = ${share.address.platform}
      and s.channel_id = ${share.address.channelId} and s.message_id = ${share.messageId}
      and s.file_id = ${share.fileId}
    order by i.created_at limit 1`;
  if (row === undefined) throw new Terminal('SHARE_MISSING', 'a share has no ingestion');
  return { shareId: row.share_id, ingestionId: row.ingestion_id, duplicate: true };
};

/** With the last share of its active content the document goes; older content does not return. */
const end = async (transaction: Transaction, ids: Ids, share: ShareRow): Promise<void> => {
  // A reindex is of the document, whichever share it names.
  const working = await transaction<{ id: string }[]>`
    select id from ingestions where share_id = ${share.id} and kind <> 'reindex'`;
  await cancelIngestions(transaction, ids, working);
  await bumpCard(transaction, ids, share);
  if (share.document_id === null) return;
  const [document] = await transaction<{ id: string }[]>`
    select id from documents where id = ${share.document_id} and deleted_at is null for no key update`;
  if (document === undefined) return;
  const left = await transaction`
    select 1 from shares s join documents d on d.id = s.document_id
    where s.document_id = ${document.id} and s.deleted_at is null
      and s.content_hash = d.content_hash limit 1`;
  if (left.length > 0) return handOver(transaction, ids, document.id);
  await forgetDocument(transaction, ids, share.workspace_id, document.id);
};
