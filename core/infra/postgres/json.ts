import type { Queryable } from './connect.ts';

/** A parameter of type jsonb, of any value that JSON knows. */
export const asJson = (sql: Queryable, value: unknown) =>
  sql.json(JSON.parse(JSON.stringify(value)));
