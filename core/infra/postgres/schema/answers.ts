import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Citation, Evidence } from '#core/domain/answer.ts';
import type { Trace } from '#core/domain/trace.ts';
import { moment, wholeNumber, workColumns } from './column-types.ts';
import { workspaces } from './libraries.ts';
import { runs } from './questions.ts';

/** What a run did, transition by transition. */
export const steps = pgTable(
  'steps',
  {
    run_id: text()
      .notNull()
      .references(() => runs.id),
    workspace_id: text().notNull(),
    number: integer().notNull(),
    kind: text().notNull(),
    detail: jsonb().$type<unknown>().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.number] })],
);

/** Passages registered for a run; blanked when their document is forgotten. */
export const evidence = pgTable(
  'evidence',
  {
    run_id: text()
      .notNull()
      .references(() => runs.id),
    workspace_id: text().notNull(),
    number: integer().notNull(),
    segment_id: text().notNull(),
    document_id: text().notNull(),
    generation: integer().notNull(),
    passage: jsonb().$type<Evidence>().notNull(),
    blanked_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.number] }),
    index('evidence_document').on(table.document_id),
  ],
);

/** Links of citations (label set) and of result cards (label ''). */
export const citations = pgTable(
  'citations',
  {
    id: text().primaryKey(),
    workspace_id: text().notNull(),
    run_id: text()
      .notNull()
      .references(() => runs.id),
    library_id: text().notNull(),
    label: text().notNull(),
    document_id: text().notNull(),
    generation: integer().notNull(),
    source_hash: text().notNull(),
    citation: jsonb().$type<Citation>().notNull(),
    created_at: moment().notNull().defaultNow(),
    blanked_at: moment(),
  },
  (table) => [
    index('citations_run').on(table.run_id),
    index('citations_document').on(table.document_id),
  ],
);

/** How an answer was found; kept 90 days. */
export const traces = pgTable(
  'traces',
  {
    run_id: text()
      .primaryKey()
      .references(() => runs.id),
    workspace_id: text().notNull(),
    trace: jsonb().$type<Trace>().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    index('traces_age').on(table.created_at),
    index('traces_documents').using(
      'gin',
      sql`jsonb_path_query_array(trace, '$.passages.*.documentId') jsonb_path_ops`,
    ),
  ],
);

/** A long document's summary on its way. */
export const summaries = pgTable(
  'summaries',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    run_id: text()
      .notNull()
      .references(() => runs.id),
    request: jsonb().$type<unknown>().notNull(),
    stage: text().notNull().default('QUEUED'),
    batches: jsonb().$type<readonly unknown[]>().notNull().default([]),
    status: text().notNull().default('LIVE'),
    ...workColumns,
  },
  (table) => [
    index('summaries_due')
      .on(table.due_at)
      .where(sql`status = 'LIVE'`),
  ],
);

/** Model calls and tokens of a person on a day (UTC). */
export const usage = pgTable(
  'usage',
  {
    workspace_id: text().notNull(),
    person_id: text().notNull(),
    day: date().notNull(),
    calls: integer().notNull().default(0),
    tokens: wholeNumber().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspace_id, table.day, table.person_id] })],
);
