import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Platform } from '#core/domain/ids.ts';
import type { IngestionStage, IngestionStatus } from '#core/domain/ingestion.ts';
import { wholeNumber, workColumns } from './column-types.ts';
import { documents, shares } from './documents.ts';
import { libraries, workspaces } from './libraries.ts';

/** What a platform said, committed before it is acknowledged. */
export const inbox = pgTable(
  'inbox',
  {
    id: text().primaryKey(),
    workspace_id: text().notNull(),
    platform: text().$type<Platform>().notNull(),
    key: text().notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    failure: text(),
    status: text().$type<'LIVE' | 'DONE' | 'ABANDONED'>().notNull().default('LIVE'),
    ...workColumns,
  },
  (table) => [
    unique().on(table.workspace_id, table.platform, table.key),
    index('inbox_due')
      .on(table.due_at)
      .where(sql`status = 'LIVE'`),
  ],
);

/** One file's way to a searchable generation. */
export const ingestions = pgTable(
  'ingestions',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    library_id: text()
      .notNull()
      .references(() => libraries.id),
    share_id: text()
      .notNull()
      .references(() => shares.id),
    document_id: text().references(() => documents.id),
    kind: text().$type<'share' | 'reindex' | 'replace'>().notNull(),
    stage: text().$type<IngestionStage>().notNull().default('RECEIVED'),
    progress_done: integer().notNull().default(0),
    progress_total: integer().notNull().default(0),
    target_generation: integer(),
    replaced_by_document_id: text().references(() => documents.id),
    failure_stage: text().$type<IngestionStage>(),
    failure_code: text(),
    failure_message: text(),
    skipped_for_document_id: text().references(() => documents.id),
    skipped_for_share_id: text().references(() => shares.id),
    same_name_document_id: text().references(() => documents.id),
    status: text().$type<IngestionStatus>().notNull().default('LIVE'),
    ...workColumns,
  },
  (table) => [
    index('ingestions_due')
      .on(table.due_at)
      .where(sql`status = 'LIVE'`),
    index('ingestions_served').on(table.library_id, table.claimed_at),
    index('ingestions_share').on(table.share_id),
    index('ingestions_document').on(table.document_id),
  ],
);

/** What is to be deleted: one generation, or (`generation` null) all of a forgotten document. */
export const cleanups = pgTable(
  'cleanups',
  {
    id: text().primaryKey(),
    workspace_id: text().notNull(),
    document_id: text().notNull(),
    generation: integer(),
    status: text().$type<'LIVE' | 'DONE'>().notNull().default('LIVE'),
    ...workColumns,
  },
  (table) => [
    index('cleanups_due')
      .on(table.due_at)
      .where(sql`status = 'LIVE'`),
  ],
);

/** A message that should show its subject: LIVE while it shows an older version than desired. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text().primaryKey(),
    workspace_id: text().notNull(),
    platform: text().$type<Platform>().notNull(),
    channel_id: text().notNull(),
    thread_id: text(),
    subject_kind: text().$type<'card' | 'run' | 'notice'>().notNull(),
    subject_id: text().notNull(),
    notice: jsonb().$type<{
      readonly code: string;
      readonly detail: string;
      readonly language: string;
    }>(),
    desired_version: wholeNumber().notNull().default(1),
    sent_version: wholeNumber().notNull().default(0),
    message_ids: jsonb().$type<readonly string[]>().notNull().default([]),
    abandoned_why: text(),
    status: text().$type<'LIVE' | 'RESTING' | 'ABANDONED'>().notNull().default('LIVE'),
    ...workColumns,
  },
  (table) => [
    unique().on(
      table.workspace_id,
      table.platform,
      table.channel_id,
      table.subject_kind,
      table.subject_id,
    ),
    index('deliveries_due')
      .on(table.due_at)
      .where(sql`status = 'LIVE'`),
    index('deliveries_served').on(table.channel_id, table.claimed_at),
  ],
);
