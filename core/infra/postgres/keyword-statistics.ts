import { encodeTerm } from '#core/text/analysis/encode-term.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import type { Sql } from './connect.ts';
import type { TermStatistics } from './score-terms.ts';

/** BM25's constants. Source: Robertson and Zaragoza 2009; chosen in bench/README.md. */
export const k1 = 1.2;
export const b = 0.75;

export type Projection = { readonly table: string; readonly index: string };

type ScoreRow = { word: string; once: number; twice: number };

/**
 * What the index knows of these encoded terms comes out of its scores, because the engine tells no counts
 * and reading the rows takes seconds: a text that is the term alone scores
 * idf · (k1 + 1) / (1 + k1 · (1 − b + b / average)), one that is the term twice follows the same formula,
 * and of the two both idf and average fall out.
 */
export const statisticsOf = async (
  sql: Sql,
  { index }: Projection,
  words: readonly string[],
): Promise<TermStatistics> => {
  const rows = await sql<ScoreRow[]>`
    select word, -bm25_text_bm25query_score(word, to_bm25query(word, ${index})) as once,
      -bm25_text_bm25query_score(word || ' ' || word, to_bm25query(word, ${index})) as twice
    from unnest(${[...new Set(words)]}::text[]) as asked (word)`;
  const held = rows.filter(({ once, twice }) => once > 0 && twice > 0);
  const idf = new Map(held.map((row) => [row.word, idfOf(row)]));
  const [first] = held;
  return { idf, averageLength: first === undefined ? 1 : averageOf(first) };
};

const idfOf = ({ once, twice }: ScoreRow): number =>
  (k1 * (1 - b)) / (2 * (k1 + 1) * (1 / once - 1 / twice));

const averageOf = (row: ScoreRow): number =>
  (k1 * b) / ((idfOf(row) * (k1 + 1)) / row.once - 1 - k1 * (1 - b));

/**
 * What the engine counted is of all workspaces, and for a while of removed rows: it is brought to this
 * workspace's total.
 */
export const frequencies = async (
  sql: Sql,
  projection: Projection,
  workspaceId: string,
  terms: readonly string[],
): Promise<Awaited<ReturnType<KeywordIndex['frequencies']>>> => {
  const total = await totalOf(sql, projection, workspaceId);
  const { idf } = await statisticsOf(
    sql,
    projection,
    terms.map((term) => encodeTerm(term)),
  );
  const counts = terms.map((term) => [term, countOf(idf.get(encodeTerm(term)), total)] as const);
  return { total, counts: new Map(counts) };
};

/** Counting more than these takes longer than a search; what the planner knows of is near enough then. ◦ */
const counted = 5_000;

const totalOf = async (sql: Sql, { table }: Projection, workspaceId: string): Promise<number> => {
  const [row] = await sql<{ few: number; all: number }[]>`
    select (select count(*)::int from (
        select 1 from ${sql(table)} where workspace_id = ${workspaceId}
        limit ${counted}) as first_rows) as few,
      (select greatest(reltuples, 0)::int from pg_class where oid = ${table}::regclass) as all`;
  const { few, all } = row ?? { few: 0, all: 0 };
  return few < counted ? few : Math.max(few, all);
};

/** From idf = ln(1 + (total − count + ½) / (count + ½)). */
const countOf = (idf: number | undefined, total: number): number => {
  if (idf === undefined || total === 0) return 0;
  return Math.min(total, Math.max(1, Math.round((total + 1) / Math.exp(idf) - 0.5)));
};
