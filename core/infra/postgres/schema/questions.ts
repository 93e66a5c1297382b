import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { Answer, AnswerMode, AnswerType, Outcome } from '#core/domain/answer.ts';
import type { Person, Platform } from '#core/domain/ids.ts';
import type {
  PastTurn,
  RunIntent,
  RunProgress,
  RunState,
  RunStatus,
  RunVia,
} from '#core/domain/run.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import { moment, workColumns } from './column-types.ts';
import { libraries, workspaces } from './libraries.ts';

/** A thread. */
export const conversations = pgTable(
  'conversations',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    library_id: text()
      .notNull()
      .references(() => libraries.id),
    platform: text().$type<Platform>().notNull(),
    channel_id: text().notNull(),
    thread_id: text().notNull(),
    scope: jsonb().$type<ScopeRequest>(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [unique().on(table.workspace_id, table.platform, table.channel_id, table.thread_id)],
);

/** Identity of a question: locked by whoever comes first, the question itself or its cancel. */
export const questions = pgTable(
  'questions',
  {
    workspace_id: text().notNull(),
    platform: text().$type<Platform>().notNull(),
    channel_id: text().notNull(),
    source_id: text().notNull(),
    cancel_requested_by: jsonb().$type<Person>(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      columns: [table.workspace_id, table.platform, table.channel_id, table.source_id],
    }),
  ],
);

/** One question and its answer. */
export const turns = pgTable(
  'turns',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    conversation_id: text()
      .notNull()
      .references(() => conversations.id),
    platform: text().$type<Platform>().notNull(),
    channel_id: text().notNull(),
    source_id: text().notNull(),
    number: integer().notNull(),
    asker_id: text().notNull(),
    asker_name: text().notNull(),
    question: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.workspace_id, table.platform, table.channel_id, table.source_id),
    unique().on(table.conversation_id, table.number),
  ],
);

/** One execution of a turn. */
export const runs = pgTable(
  'runs',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    library_id: text()
      .notNull()
      .references(() => libraries.id),
    conversation_id: text()
      .notNull()
      .references(() => conversations.id),
    turn_id: text()
      .notNull()
      .references(() => turns.id),
    thread_id: text(),
    intent: text().$type<RunIntent>().notNull(),
    via: text().$type<RunVia>().notNull(),
    mode: text().$type<AnswerMode>().notNull(),
    scope: jsonb().$type<ScopeRequest>().notNull(),
    history: jsonb().$type<readonly PastTurn[]>(),
    wait_for_message_id: text(),
    state: jsonb().$type<RunState>().notNull(),
    progress: jsonb().$type<RunProgress>().notNull(),
    outcome: text().$type<Outcome>(),
    answer_type: text().$type<AnswerType>(),
    answer: jsonb().$type<Answer>(),
    cancelled_by: jsonb().$type<Person>(),
    trace_id: text().notNull(),
    status: text().$type<RunStatus>().notNull().default('QUEUED'),
    ...workColumns,
  },
  (table) => [
    index('runs_due')
      .on(table.due_at)
      .where(sql`status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK')`),
    index('runs_served').on(table.library_id, table.claimed_at),
    index('runs_conversation').on(table.conversation_id, table.created_at),
    index('runs_library').on(table.library_id, table.created_at),
    index('runs_turn').on(table.turn_id),
  ],
);
