import type { Ids } from '#core/ports/ids.ts';
import type { IngestionRequests } from '#core/ports/ingestions.ts';
import { bumpCard } from './bump-delivery.ts';
import type { Connection, Transaction } from './connect.ts';
import type { ShareRow } from './document-rows.ts';
import { discardTarget } from './end-ingestion.ts';
import { ingestionsOf } from './ingestion-rows.ts';
import type { IngestionRow } from './ingestion-rows.ts';

export const createIngestionRequests = (connection: Connection, ids: Ids): IngestionRequests => ({
  retry: (workspaceId, ingestionId) =>
    connection.transaction(async (transaction) => {
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
      const rows = await transaction<IngestionRow[]>`
        update ingestions set status = 'CANCELLED', finished_at = now(), sequence = sequence + 1,
          lease_owner = null, lease_until = null
        where workspace_id = ${workspaceId} and id = ${ingestionId} and status = 'LIVE' returning *`;
      for (const row of rows) {
        await discardTarget({ transaction, ids, row });
        await cardOf(transaction, ids, row);
      }
      return rows.length === 1;
    }),

  reindex: (workspaceId, documentId) =>
    connection.transaction(async (transaction) => {
      const [share] = await transaction<ShareRow[]>`
        select s.* from shares s join documents d on d.id = s.document_id
        where d.workspace_id = ${workspaceId} and d.id = ${documentId} and d.deleted_at is null
          and s.deleted_at is null
        order by s.content_hash = d.content_hash desc, s.shared_at desc limit 1 for update of d`;
      if (share === undefined) return null;
      return begin(transaction, ids, { share, kind: 'reindex', documentId, newcomerId: null });
    }),

  replace: (workspaceId, ingestionId, earlier) =>
    connection.transaction(async (transaction) => {
      const [newcomer] = await transaction<{ share_id: string; document_id: string }[]>`
        select i.share_id, i.document_id from ingestions i
        join documents d on d.id = i.document_id and d.deleted_at is null
        join shares s on s.id = i.share_id and s.deleted_at is null
        where i.workspace_id = ${workspaceId} and i.id = ${ingestionId}
          and i.status in ('LIVE', 'READY') and d.id <> ${earlier} for update of d`;
      const known = await transaction`
        select 1 from documents e join documents n on n.library_id = e.library_id
        where e.id = ${earlier} and n.id = ${newcomer?.document_id ?? null}
          and e.workspace_id = ${workspaceId} and e.deleted_at is null`;
      if (newcomer === undefined || known.length === 0) return null;
      const [share] = await transaction<ShareRow[]>`
        select * from shares where id = ${newcomer.share_id}`;
      if (share === undefined) return null;
      const newcomerId = newcomer.document_id;
      return begin(transaction, ids, { share, kind: 'replace', documentId: earlier, newcomerId });
    }),

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
