import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Platform } from '#core/domain/ids.ts';
import type { Box } from '#core/domain/parsed.ts';
import type { SegmentType } from '#core/domain/segment.ts';
import { moment, vector, wholeNumber } from './column-types.ts';
import { libraries, workspaces } from './libraries.ts';

/** One content within one library; `deleted_at` set: forgotten, never to be seen again. */
export const documents = pgTable(
  'documents',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    library_id: text()
      .notNull()
      .references(() => libraries.id),
    name: text().notNull(),
    title: text(),
    content_hash: text().notNull(),
    media_type: text().notNull(),
    byte_size: wholeNumber().notNull(),
    page_count: integer(),
    active_generation: integer().notNull().default(0),
    highest_generation: integer().notNull().default(0),
    published: boolean().notNull().default(false),
    created_at: moment().notNull().defaultNow(),
    deleted_at: moment(),
  },
  (table) => [
    uniqueIndex('documents_live_content')
      .on(table.library_id, table.content_hash)
      .where(sql`deleted_at is null`),
    index('documents_live_library')
      .on(table.library_id)
      .where(sql`deleted_at is null`),
  ],
);

/** One posting of one file; the platform's message and file id make it one. */
export const shares = pgTable(
  'shares',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    library_id: text()
      .notNull()
      .references(() => libraries.id),
    document_id: text().references(() => documents.id),
    platform: text().$type<Platform>().notNull(),
    channel_id: text().notNull(),
    thread_id: text(),
    message_id: text().notNull(),
    file_id: text().notNull(),
    file_name: text().notNull(),
    content_hash: text(),
    shared_by_id: text().notNull(),
    shared_by_name: text().notNull(),
    shared_at: moment().notNull().defaultNow(),
    deleted_at: moment(),
  },
  (table) => [
    uniqueIndex('shares_once').on(
      table.workspace_id,
      table.platform,
      table.channel_id,
      table.message_id,
      table.file_id,
    ),
    index('shares_document').on(table.document_id),
  ],
);

/** One indexed version of a document. */
export const generations = pgTable(
  'generations',
  {
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    document_id: text()
      .notNull()
      .references(() => documents.id),
    number: integer().notNull(),
    status: text().$type<'building' | 'active' | 'superseded' | 'discarded'>().notNull(),
    content_hash: text().notNull(),
    embedding_fingerprint: text(),
    analyzer_fingerprint: text().notNull(),
    segment_count: integer(),
    page_count: integer(),
    created_at: moment().notNull().defaultNow(),
    activated_at: moment(),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.number] })],
);

/** A retrievable passage; its id derives from (document, generation, order, type). */
export const segments = pgTable(
  'segments',
  {
    id: text().primaryKey(),
    workspace_id: text().notNull(),
    document_id: text()
      .notNull()
      .references(() => documents.id),
    generation: integer().notNull(),
    order: integer().notNull(),
    type: text().$type<SegmentType>().notNull(),
    header: text().notNull(),
    heading_path: jsonb().$type<readonly string[]>().notNull(),
    body: text().notNull(),
    pages: jsonb().$type<readonly number[]>().notNull(),
    boxes: jsonb().$type<readonly Box[]>().notNull(),
    content_hash: text().notNull(),
    token_count: integer().notNull(),
    picture: integer(),
  },
  (table) => [index('segments_position').on(table.document_id, table.generation, table.order)],
);

/** One vector a segment and embedding profile. */
export const vectors = pgTable(
  'vectors',
  {
    segment_id: text().notNull(),
    workspace_id: text().notNull(),
    document_id: text().notNull(),
    generation: integer().notNull(),
    fingerprint: text().notNull(),
    content_hash: text().notNull(),
    embedding: vector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.segment_id, table.fingerprint] }),
    index('vectors_version').on(table.fingerprint, table.document_id, table.generation),
    index('vectors_content').on(table.workspace_id, table.fingerprint, table.content_hash),
  ],
);

/** A stored content: its bytes lie in the object store under (workspace, hash). */
export const blobs = pgTable(
  'blobs',
  {
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    content_hash: text().notNull(),
    cleanup_id: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspace_id, table.content_hash] })],
);

/** Who needs a content; `holder` is `ingestion:<id>` or `document:<id>`. */
export const blobReferences = pgTable(
  'blob_references',
  {
    workspace_id: text().notNull(),
    content_hash: text().notNull(),
    holder: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace_id, table.content_hash, table.holder] }),
    foreignKey({
      columns: [table.workspace_id, table.content_hash],
      foreignColumns: [blobs.workspace_id, blobs.content_hash],
    }),
  ],
);
