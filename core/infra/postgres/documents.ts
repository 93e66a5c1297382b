import type { Ids } from '#core/ports/ids.ts';
import type { DocumentListing, Documents } from '#core/ports/documents.ts';
import type { Connection } from './connect.ts';
import { documentOf, shareOf } from './document-rows.ts';
import type { DocumentRow, ShareRow } from './document-rows.ts';
import { forgetDocument } from './forget-document.ts';
import { lockLibrary } from './lock-library.ts';

type ListedRow = DocumentRow & { segment_count: number | null };

export const createDocuments = (connection: Connection, ids: Ids): Documents => ({
  find: (workspaceId, documentId) =>
    connection.run(async (sql) => {
      const rows = await sql<DocumentRow[]>`
        select * from documents
        where workspace_id = ${workspaceId} and id = ${documentId} and deleted_at is null`;
      return rows.map(documentOf)[0] ?? null;
    }),

  list: (workspaceId, libraryId) =>
    connection.run(async (sql) => {
      const rows = await sql<ListedRow[]>`
        select d.*, g.segment_count from documents d
        left join generations g on g.document_id = d.id and g.number = d.active_generation
        where d.workspace_id = ${workspaceId} and d.library_id = ${libraryId} and d.deleted_at is null
        order by d.created_at, d.id`;
      const shares = await sql<ShareRow[]>`
        select * from shares where workspace_id = ${workspaceId} and library_id = ${libraryId}
          and deleted_at is null order by shared_at, id`;
      return rows.map((row): DocumentListing => ({
        ...documentOf(row),
        segmentCount: row.segment_count ?? 0,
        shares: shares.filter((share) => share.document_id === row.id).map(shareOf),
      }));
    }),

  forget: (workspaceId, documentId) =>
    connection.transaction(async (transaction) => {
      const [document] = await transaction<{ library_id: string }[]>`
        select library_id from documents where workspace_id = ${workspaceId} and id = ${documentId}`;
      if (document === undefined) return false;
      await lockLibrary(transaction, document.library_id);
      return forgetDocument(transaction, ids, workspaceId, documentId);
    }),

  publish: (workspaceId, documentId, published) =>
    connection.run(async (sql) => {
      const rows = await sql`
        update documents set published = ${published}
        where workspace_id = ${workspaceId} and id = ${documentId} and deleted_at is null
        returning id`;
      return rows.length === 1;
    }),
});
