import type { DocumentId, WorkspaceId } from '#core/domain/ids.ts';
import type { Connection } from './connect.ts';

export type OutdatedDocument = {
  readonly workspaceId: WorkspaceId;
  readonly documentId: DocumentId;
};

/**
 * Live documents whose active generation was made with another analyzer, or another embedding
 * profile, and that no ingestion is at work on: a re-index of each brings the search projections up
 * to date from the stored parse. Until then the old generation answers as far as it can be searched.
 */
export const findOutdatedDocuments = (
  connection: Connection,
  current: { readonly analyzerFingerprint: string; readonly embeddingFingerprint: string },
): Promise<readonly OutdatedDocument[]> =>
  connection.run(async (sql) => {
    const rows = await sql<{ id: string; workspace_id: string }[]>`
      select d.id, d.workspace_id from documents d
      join generations g on g.document_id = d.id and g.number = d.active_generation
      where d.deleted_at is null
        and (g.analyzer_fingerprint <> ${current.analyzerFingerprint}
          or g.embedding_fingerprint is distinct from ${current.embeddingFingerprint})
        and not exists (
          select 1 from ingestions i where i.document_id = d.id and i.status = 'LIVE')
      order by d.created_at, d.id`;
    return rows.map((row) => ({ workspaceId: row.workspace_id, documentId: row.id }));
  });
