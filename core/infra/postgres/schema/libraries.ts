import { jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { Platform } from '#core/domain/ids.ts';
import { moment } from './column-types.ts';

/*
 * Keys are the columns' own names: a row of the plain driver has the type `$inferSelect`. The files
 * of this folder say what migrations/ makes; schema.test.ts holds the two together.
 */

/** A Slack team, a Discord server, the playground. */
export const workspaces = pgTable('workspaces', {
  id: text().primaryKey(),
  platform: text().$type<Platform>().notNull(),
  name: text().notNull(),
  created_at: moment().notNull().defaultNow(),
});

/** Settings of a workspace (`library_id` '') or of one library. */
export const settings = pgTable(
  'settings',
  {
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    library_id: text().notNull().default(''),
    name: text().notNull(),
    value: jsonb().$type<unknown>().notNull(),
    updated_at: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspace_id, table.library_id, table.name] })],
);

/** One per channel, keyed by the platform's channel id. */
export const libraries = pgTable(
  'libraries',
  {
    id: text().primaryKey(),
    workspace_id: text()
      .notNull()
      .references(() => workspaces.id),
    platform: text().$type<Platform>().notNull(),
    channel_id: text().notNull(),
    name: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [unique().on(table.workspace_id, table.platform, table.channel_id)],
);
