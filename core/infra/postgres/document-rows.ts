import type { Document } from '#core/domain/document.ts';
import type { Share } from '#core/domain/share.ts';
import type { documents, shares } from './schema/documents.ts';

export type DocumentRow = typeof documents.$inferSelect;

export const documentOf = (row: DocumentRow): Document => ({
  id: row.id,
  workspaceId: row.workspace_id,
  libraryId: row.library_id,
  name: row.name,
  title: row.title,
  contentHash: row.content_hash,
  mediaType: row.media_type,
  byteSize: row.byte_size,
  pageCount: row.page_count,
  activeGeneration: row.active_generation,
  published: row.published,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
});

export type ShareRow = typeof shares.$inferSelect;

export const shareOf = (row: ShareRow): Share => ({
  id: row.id,
  workspaceId: row.workspace_id,
  libraryId: row.library_id,
  documentId: row.document_id,
  address: { platform: row.platform, channelId: row.channel_id, threadId: row.thread_id },
  messageId: row.message_id,
  fileId: row.file_id,
  fileName: row.file_name,
  sharedBy: { id: row.shared_by_id, name: row.shared_by_name },
  sharedAt: row.shared_at,
});
