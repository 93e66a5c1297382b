import type { Document } from '#core/domain/document.ts';
import type { Platform } from '#core/domain/ids.ts';
import type { Share } from '#core/domain/share.ts';

export type DocumentRow = {
  id: string;
  workspace_id: string;
  library_id: string;
  name: string;
  title: string | null;
  content_hash: string;
  media_type: string;
  byte_size: number;
  page_count: number | null;
  active_generation: number;
  highest_generation: number;
  published: boolean;
  created_at: Date;
  deleted_at: Date | null;
};

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

export type ShareRow = {
  id: string;
  workspace_id: string;
  library_id: string;
  document_id: string | null;
  platform: Platform;
  channel_id: string;
  thread_id: string | null;
  message_id: string;
  file_id: string;
  file_name: string;
  content_hash: string | null;
  shared_by_id: string;
  shared_by_name: string;
  shared_at: Date;
  deleted_at: Date | null;
};

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
