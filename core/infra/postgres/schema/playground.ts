import { index, jsonb, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Person } from '#core/domain/ids.ts';
import type { PlaygroundContent } from '#core/domain/playground.ts';
import { moment, wholeNumber } from './column-types.ts';

/** Grows with every post, edit and deletion on the local page. */
export const playgroundVersion = pgSequence('playground_version');

/** The local page's own platform: this table stands for a chat service. */
export const playgroundMessages = pgTable(
  'playground_messages',
  {
    workspace_id: text().notNull(),
    id: text().notNull(),
    channel_id: text().notNull(),
    thread_id: text(),
    /** Null: Anchr itself. */
    author: jsonb().$type<Person>(),
    content: jsonb().$type<PlaygroundContent>().notNull(),
    version: wholeNumber().notNull(),
    created_at: moment().notNull().defaultNow(),
    deleted_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace_id, table.id] }),
    index('playground_messages_version').on(table.workspace_id, table.version),
    index('playground_messages_thread').on(table.workspace_id, table.channel_id, table.thread_id),
  ],
);
