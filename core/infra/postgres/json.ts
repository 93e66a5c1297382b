import type { Queryable } from './connect.ts';

/** A parameter of type jsonb. The driver's own type knows no readonly values, though it only reads. */
export const asJson = (sql: Queryable, value: unknown) =>
  sql.json(value as Parameters<Queryable['json']>[0]);
