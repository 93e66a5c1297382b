import type { DocumentId, IngestionId, WorkspaceId } from '#core/domain/ids.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { IngestionRequests } from '#core/ports/ingestions.ts';
import { bumpCard } from './bump-delivery.ts';
import type { Connection, Transaction } from './connect.ts';
import type { DocumentRow, ShareRow } from './document-rows.ts';
import { cancelIngestions, handOver } from './end-ingestion.ts';
import { ingestionsOf } from './ingestion-rows.ts';
import type { IngestionRow } from './ingestion-rows.ts';
import { lockLibrary, lockLibraryOf } from './lock-library.ts';

export const createIngestionRequests = (connection: Connection, ids: Ids): IngestionRequests => ({
  retry: (workspaceId, ingestionId) =>
    connection.transaction(async (transaction) => {
      await lockLibraryOf(transaction, { id: ingestionId });
      const rows = await transaction<IngestionRow[]>`
        update ingestions i set status = 'LIVE', attempt = 0, due_at = now(), finished_at = null,
          failure_stage = null, failure_code = null, failure_message = null, sequence = sequence + 1
        from shares s where s.id = i.share_id and s.deleted_at is null
          and i.workspace_id = ${workspaceId} and i.id = ${ingestionId} and i.status = 'FAILED'
          and not exists (
            select 1 from documents d where d.id = i.document_id and d.deleted_at is not null)
        returning i.*`;
      for (const row of rows) await cardOf(transaction, ids, row);
      return rows.length === 1;
    }),

  cancel: (workspaceId, ingestionId) =>
    connection.transaction(async (transaction) => {
      await lockLibraryOf(transaction, { id: ingestionId });
      const found = await transaction<{ id: string; document_id: string | null }[]>`
        select id, document_id from ingestions
        where workspace_id = ${workspaceId} and id = ${ingestionId}`;
      const cancelled = await cancelIngestions(transaction, ids, found);
      const documentId = found[0]?.document_id ?? null;
      if (cancelled > 0 && documentId !== null) await handOver(transaction, ids, documentId);
      return cancelled > 0;
    }),

  reindex: (workspaceId, documentId) =>
    connection.transaction(async (transaction) => {
      const document = await liveDocument(transaction, workspaceId, documentId);
      if (document === null) return null;
      const [share] = await transaction<ShareRow[]>`
        select * from shares where document_id = ${documentId} and deleted_at is null
        order by content_hash is not distinct from ${document.content_hash} desc, shared_at desc
        limit 1`;
      if (share === undefined) return null;
      return begin(transaction, ids, { share, kind: 'reindex', documentId, newcomerId: null });
    }),

  replace: (workspaceId, ingestionId, earlierId) =>
    connection.transaction((transaction) =>
      replace(transaction, ids, workspaceId, ingestionId, earlierId),
    ),

  list: (workspaceId, libraryId, limit) =>
    connection.run(async (sql) => {
      const rows = await sql<IngestionRow[]>`
        select * from ingestions where workspace_id = ${workspaceId} and library_id = ${libraryId}
        order by created_at desc, id desc limit ${limit}`;
      return ingestionsOf(sql, rows);
    }),

  find: (workspaceId, ingestionId) =>
    connection.run(async (sql) => {
      const rows = await sql<IngestionRow[]>`
        select * from ingestions where workspace_id = ${workspaceId} and id = ${ingestionId}`;
      return (await ingestionsOf(sql, rows))[0] ?? null;
    }),
});

const replace = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  ingestionId: IngestionId,
  earlierId: DocumentId,
): Promise<IngestionId | null> => {
  const earlier = await liveDocument(transaction, workspaceId, earlierId);
  if (earlier === null) return null;
  const [newcomer] = await transaction<{ id: string; document_id: string }[]>`
        select i.id, i.document_id from ingestions i
        join documents d on d.id = i.document_id and d.deleted_at is null
        join shares s on s.id = i.share_id and s.deleted_at is null
        where i.workspace_id = ${workspaceId} and i.id = ${ingestionId}
          and i.library_id = ${earlier.library_id}
          and i.status in ('LIVE', 'READY') and d.id <> ${earlierId}`;
  const [share] = await transaction<ShareRow[]>`
        select s.* from shares s join ingestions i on i.share_id = s.id where i.id = ${ingestionId}`;
  if (newcomer === undefined || share === undefined) return null;
  // The replacement reads the same bytes: doing it twice at once is of no use.
  await cancelIngestions(transaction, ids, [newcomer]);
  const newcomerId = newcomer.document_id;
  return begin(transaction, ids, { share, kind: 'replace', documentId: earlierId, newcomerId });
};

/** Under the lock of its library; null for missing, forgotten and other workspaces' alike. */
const liveDocument = async (
  transaction: Transaction,
  workspaceId: string,
  documentId: string,
): Promise<DocumentRow | null> => {
  const [found] = await transaction<{ library_id: string }[]>`
    select library_id from documents where workspace_id = ${workspaceId} and id = ${documentId}`;
  if (found === undefined) return null;
  await lockLibrary(transaction, found.library_id);
  const [document] = await transaction<DocumentRow[]>`
    select * from documents where id = ${documentId} and deleted_at is null`;
  return document ?? null;
};

/** The bytes are stored already, so it starts after the download. One under way is not doubled. */
const begin = async (
  transaction: Transaction,
  ids: Ids,
  work: {
    readonly share: ShareRow;
    readonly kind: 'reindex' | 'replace';
    readonly documentId: string;
    readonly newcomerId: string | null;
  },
): Promise<string> => {
  const { share, kind, documentId, newcomerId } = work;
  const [running] = await transaction<{ id: string }[]>`
    select id from ingestions where document_id = ${documentId} and kind = ${kind}
      and replaced_by_document_id is not distinct from ${newcomerId} and status = 'LIVE' limit 1`;
  if (running !== undefined) return running.id;
  const id = ids.next();
  await transaction`
    insert into ingestions (id, workspace_id, library_id, share_id, document_id, kind, stage,
      replaced_by_document_id)
    values (${id}, ${share.workspace_id}, ${share.library_id}, ${share.id}, ${documentId}, ${kind},
      'DOWNLOADED', ${newcomerId})`;
  await bumpCard(transaction, ids, share);
  return id;
};

const cardOf = async (transaction: Transaction, ids: Ids, row: IngestionRow): Promise<void> => {
  const shares = await transaction<ShareRow[]>`select * from shares where id = ${row.share_id}`;
  for (const share of shares) await bumpCard(transaction, ids, share);
};
