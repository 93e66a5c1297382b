import type { CardFile } from '#core/domain/ingestion.ts';
import type { Platform, WorkspaceId } from '#core/domain/ids.ts';
import type { Queryable } from './connect.ts';
import { ingestionsOf } from './ingestion-rows.ts';
import type { IngestionRow } from './ingestion-rows.ts';

type Row = IngestionRow & {
  shown_document_id: string | null;
  page_count: number | null;
  segment_count: number | null;
  forgotten: boolean;
};

/** The files of one shared message as its card shows them, in the order in which they were shared. */
export const readCard = async (
  sql: Queryable,
  workspaceId: WorkspaceId,
  message: {
    readonly platform: Platform;
    readonly channelId: string;
    readonly messageId: string;
  },
): Promise<readonly CardFile[]> => {
  const rows = await sql<Row[]>`
    select latest.*, d.id as shown_document_id, g.page_count, g.segment_count,
      (s.deleted_at is not null or d.deleted_at is not null) as forgotten
    from shares s
    cross join lateral (
      select i.* from ingestions i where i.share_id = s.id
      order by i.created_at desc, i.id desc limit 1
    ) latest
    left join documents d
      on d.id = coalesce(s.document_id, latest.document_id, latest.skipped_for_document_id)
    left join generations g on g.document_id = d.id and g.number = d.active_generation
    where s.workspace_id = ${workspaceId} and s.platform = ${message.platform}
      and s.channel_id = ${message.channelId} and s.message_id = ${message.messageId}
    order by s.shared_at, s.id`;
  const ingestions = await ingestionsOf(sql, rows);
  return rows.map((row, place): CardFile => {
    const ingestion = ingestions[place];
    if (ingestion === undefined) throw new Error(`ingestion ${row.id} was not completed`);
    return {
      ingestionId: ingestion.id,
      shareId: ingestion.share.id,
      documentId: row.shown_document_id,
      fileName: ingestion.share.fileName,
      stage: ingestion.stage,
      status: ingestion.status,
      progress: ingestion.progress,
      failure: ingestion.failure,
      skippedFor: ingestion.skippedFor,
      sameName: ingestion.sameName,
      pageCount: row.page_count,
      segmentCount: row.segment_count,
      forgotten: row.forgotten,
    };
  });
};
