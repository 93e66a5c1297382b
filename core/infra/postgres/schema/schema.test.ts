import { is } from 'drizzle-orm';
import { getTableConfig, isPgSequence, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { withDatabase } from '#core/testing/database.ts';
import * as answers from './answers.ts';
import * as documents from './documents.ts';
import * as libraries from './libraries.ts';
import * as playground from './playground.ts';
import * as questions from './questions.ts';
import * as work from './work.ts';

type Shape = {
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly string[];
  readonly references: readonly string[];
  readonly indexes: readonly string[];
};

const things: readonly unknown[] = [
  libraries,
  documents,
  work,
  questions,
  answers,
  playground,
].flatMap((file) => Object.values(file));
const tables = things.filter((thing): thing is PgTable => is(thing, PgTable));
const dialect = new PgDialect();

const columnLine = (column: PgColumn): string =>
  `${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}${column.hasDefault ? ' default' : ''}`;

const joined = (columns: readonly { readonly name: string }[]): string =>
  columns.map(({ name }) => name).join(', ');

const declared = (table: PgTable): Shape => {
  const config = getTableConfig(table);
  const single = config.columns.filter(({ primary }) => primary);
  return {
    columns: config.columns.map(columnLine).toSorted(),
    primaryKey: [
      ...single.map(({ name }) => name),
      ...config.primaryKeys.map(({ columns }) => joined(columns)),
    ],
    uniques: config.uniqueConstraints.map(({ columns }) => joined(columns)).toSorted(),
    references: config.foreignKeys
      .map((key) => {
        const { columns, foreignTable, foreignColumns } = key.reference();
        return `${joined(columns)} -> ${getTableConfig(foreignTable).name} (${joined(foreignColumns)})`;
      })
      .toSorted(),
    indexes: config.indexes
      .map(({ config: { name, unique, columns, where } }) => {
        const on = columns.map((one) => ('name' in one ? one.name : '')).join(', ');
        const only = where === undefined ? '' : ` where ${dialect.sqlToQuery(where).sql}`;
        return `${name} ${unique ? 'unique ' : ''}on ${on}${plain(only)}`;
      })
      .toSorted(),
  };
};

/** Without the decoration that PostgreSQL adds when it prints a condition. */
const plain = (condition: string): string =>
  condition
    .toLowerCase()
    .replaceAll(/::text(\[\])?|[()"'[\]]|array/g, '')
    .replaceAll('= any ', 'in ')
    .replaceAll(/\s+/g, ' ')
    .trimEnd();

describe('the schema equals the migrations', () => {
  const { connection } = withDatabase();

  const found = async (table: string): Promise<Shape> => {
    const { sql } = connection();
    const columns = await sql<{ line: string }[]>`
      select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case when d.oid is not null then ' default' else '' end as line
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`;
    const constraints = await sql<{ type: string; columns: string; target: string }[]>`
      select c.contype::text as type,
        (select string_agg(a.attname, ', ' order by k.place) from unnest(c.conkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
        coalesce(c.confrelid::regclass::text || ' (' ||
          (select string_agg(a.attname, ', ' order by k.place) from unnest(c.confkey) with ordinality k (number, place)
            join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) || ')', '') as target
      from pg_constraint c where c.conrelid = ${table}::regclass and c.contype in ('p', 'u', 'f')`;
    const indexes = await sql<{ name: string; unique: boolean; columns: string; only: string }[]>`
      select i.indexrelid::regclass::text as name, i.indisunique as unique,
        coalesce((select string_agg(a.attname, ', ' order by k.place) from unnest(i.indkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number), '') as columns,
        coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') as only
      from pg_index i where i.indrelid = ${table}::regclass
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`;
    const of = (type: string) => constraints.filter((one) => one.type === type);
    return {
      columns: columns.map(({ line }) => line).toSorted(),
      primaryKey: of('p').map((one) => one.columns),
      uniques: of('u')
        .map((one) => one.columns)
        .toSorted(),
      references: of('f')
        .map((one) => `${one.columns} -> ${one.target}`)
        .toSorted(),
      indexes: indexes
        .map(
          (one) => `${one.name} ${one.unique ? 'unique ' : ''}on ${one.columns}${plain(one.only)}`,
        )
        .toSorted(),
    };
  };

  it('table by table', async () => {
    const rows = await connection().sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name <> 'migrations' and table_name not like 'keyword%'`;
    const names = tables.map((table) => getTableConfig(table).name);
    expect(names.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    'in the columns, keys and indexes of %s',
    async (name, table) => {
      expect(declared(table)).toEqual(await found(name));
    },
  );

  it('in its sequences', async () => {
    const rows = await connection().sql<{ name: string }[]>`
      select sequencename as name from pg_sequences where schemaname = 'public'`;
    const names = things.filter(isPgSequence).map(({ seqName }) => seqName);
    expect(names).toEqual(rows.map(({ name }) => name));
  });
});
