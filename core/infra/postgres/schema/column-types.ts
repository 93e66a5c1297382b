import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** A point in time, by the database's clock. */
export const moment = () => timestamp({ withTimezone: true });
/** Counters and versions stay far below 2^53. */
export const wholeNumber = () => bigint({ mode: 'number' });

/**
 * A vector of open dimension: profiles differ in it, so each has an expression index of its own,
 * made by the adapter that owns it. Written and read in pgvector's text form.
 */
export const vector = customType<{ data: Float32Array; driverData: string }>({
  dataType: () => 'vector',
  toDriver: (value) => `[${value.join(',')}]`,
  fromDriver: (value) => Float32Array.from(value.slice(1, -1).split(','), Number),
});

/**
 * The columns of every unit of work. `sequence` is the fencing token: every claim and every terminal
 * write raises it, and every commit names the one that it expects.
 */
export const workColumns = {
  attempt: integer().notNull().default(0),
  lease_owner: text(),
  lease_until: moment(),
  /** When it was last handed out: libraries take turns by it. */
  claimed_at: moment(),
  sequence: wholeNumber().notNull().default(0),
  due_at: moment().notNull().defaultNow(),
  created_at: moment().notNull().defaultNow(),
  finished_at: moment(),
};
