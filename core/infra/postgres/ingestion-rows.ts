import type { Ingestion, IngestionFailure } from '#core/domain/ingestion.ts';
import type { Queryable } from './connect.ts';
import { documentOf, shareOf } from './document-rows.ts';
import type { DocumentRow, ShareRow } from './document-rows.ts';
import type { ingestions } from './schema/work.ts';

export type IngestionRow = typeof ingestions.$inferSelect;

/** Completes rows of `ingestions` with their shares and documents, in the order given. */
export const ingestionsOf = async (
  sql: Queryable,
  rows: readonly IngestionRow[],
): Promise<readonly Ingestion[]> => {
  if (rows.length === 0) return [];
  const shareIds = rows.flatMap((row) => [row.share_id, row.skipped_for_share_id ?? row.share_id]);
  const documentIds = rows.flatMap((row) =>
    [row.document_id, row.replaced_by_document_id].filter((id) => id !== null),
  );
  const shares = await sql<ShareRow[]>`select * from shares where id = any(${shareIds})`;
  const documents = await sql<
    DocumentRow[]
  >`select * from documents where id = any(${documentIds})`;
  const shareById = new Map(shares.map((share) => [share.id, share]));
  const documentById = new Map(documents.map((document) => [document.id, document]));
  return rows.map((row) => ingestionOf(row, shareById, documentById));
};

const ingestionOf = (
  row: IngestionRow,
  shares: ReadonlyMap<string, ShareRow>,
  documents: ReadonlyMap<string, DocumentRow>,
): Ingestion => {
  const share = shares.get(row.share_id);
  if (share === undefined) throw new Error(`ingestion ${row.id} has no share`);
  const first = shares.get(row.skipped_for_share_id ?? '');
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    share: shareOf(share),
    document: documentFor(row, documents),
    stage: row.stage,
    status: row.status,
    progress: { done: row.progress_done, total: row.progress_total },
    targetGeneration: row.target_generation,
    failure: failureOf(row),
    skippedFor:
      first === undefined || row.skipped_for_document_id === null
        ? null
        : {
            documentId: row.skipped_for_document_id,
            by: { id: first.shared_by_id, name: first.shared_by_name },
            at: first.shared_at,
          },
    sameName: row.same_name_document_id,
  };
};

/** A replacement works on the earlier document with the newcomer's content and name. */
const documentFor = (row: IngestionRow, documents: ReadonlyMap<string, DocumentRow>) => {
  const document = documents.get(row.document_id ?? '');
  if (document === undefined) return null;
  const newcomer = documents.get(row.replaced_by_document_id ?? '');
  if (newcomer === undefined) return documentOf(document);
  return { ...documentOf(newcomer), id: document.id, activeGeneration: document.active_generation };
};

const failureOf = (row: IngestionRow): IngestionFailure | null =>
  row.failure_code === null || row.failure_stage === null
    ? null
    : { stage: row.failure_stage, code: row.failure_code, message: row.failure_message ?? '' };
