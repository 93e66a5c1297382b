import { analyzerFingerprint } from '#core/text/analysis/analyze.ts';
import { encodeTerm } from '#core/text/analysis/encode-term.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import { cancellable } from './cancellable.ts';
import type { Connection, Sql } from './connect.ts';
import { b, frequencies, k1, statisticsOf } from './keyword-statistics.ts';
import type { Projection } from './keyword-statistics.ts';
import { scoreTerms } from './score-terms.ts';
import type { TermsRow } from './score-terms.ts';

/** Rows of one insert. */
const batchSize = 200;
/** Longest query in terms: the heaviest are kept. ◦ */
const maximumQueryTerms = 128;

/** A scope of so few rows is scored here: the scan would pass by most of the others first. ◦ */
const fewRows = 2_000;
/** Share of all rows from which the scan meets the scope often enough. ◦ */
const largeShare = 0.2;

/** A projection a fingerprint: other terms are another table, rebuilt from segments. */
const projectionOf = (fingerprint: string): Projection => {
  const table = `keyword_terms_${fingerprint.replaceAll(/[^a-z\d]/g, '_')}`;
  return { table, index: `${table}_bm25` };
};

/**
 * BM25 of pg_textsearch over ready-made terms, encoded so that its parser can neither split nor drop
 * one. The projection is made when it is first needed.
 */
export const createKeywordIndex = (
  connection: Connection,
  fingerprint: string = analyzerFingerprint,
): KeywordIndex => {
  const projection = projectionOf(fingerprint);
  let made: Promise<void> | null = null;
  const use: Use = (work) =>
    connection.run(async (sql) => {
      // A failure is tried again by the next who needs it.
      made ??= make(sql, projection).catch((error: unknown) => {
        made = null;
        throw error;
      });
      await made;
      return work(sql);
    });
  return { ...writes(use, projection), ...reads(use, projection) };
};

/** Runs statements on a projection that is there. */
type Use = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

const writes = (
  use: Use,
  { table }: Projection,
): Pick<KeywordIndex, 'write' | 'refresh' | 'remove'> => {
  let unread = 0;
  return {
    write: (workspaceId, version, segments) =>
      use(async (sql) => {
        for (let from = 0; from < segments.length; from += batchSize) {
          const batch = segments.slice(from, from + batchSize);
          await sql`
            insert into ${sql(table)} (segment_id, workspace_id, version, terms)
            select id, ${workspaceId}, ${keyOf(version)}, terms
            from unnest(${batch.map(({ segmentId }) => segmentId)}::text[],
              ${batch.map(({ terms }) => terms.map((term) => encodeTerm(term)).join(' '))}::text[])
              as t (id, terms)
            on conflict (segment_id) do nothing`;
        }
        unread += segments.length;
      }),

    /**
     * Written rows are searchable at once. What the planner knows of them is brought up to date
     * here: without it every row is scored one by one, and nothing else does it in the embedded engine.
     */
    refresh: () =>
      use(async (sql) => {
        if (unread === 0) return;
        unread = 0;
        await sql`analyze ${sql(table)}`;
      }),

    remove: (workspaceId, version) =>
      use(async (sql) => {
        await sql`
          delete from ${sql(table)}
          where workspace_id = ${workspaceId} and version = ${keyOf(version)}`;
      }),
  };
};

const reads = (
  use: Use,
  projection: Projection,
): Pick<KeywordIndex, 'search' | 'frequencies' | 'ids'> => ({
  search: (workspaceId, versions, query, limit, signal) =>
    use(async (sql) => {
      const words = wordsOf(query);
      if (words.length === 0 || versions.length === 0) return [];
      const scope = { workspaceId, keys: versions.map(keyOf) };
      const rows = (await isSmall(sql, projection, scope))
        ? await readAndScore(sql, projection, { ...scope, words }, signal)
        : await scan(sql, projection, { ...scope, words, limit }, signal);
      return rows
        .filter(({ score }) => score > 0)
        .slice(0, limit)
        .map(({ segment_id: segmentId, score }, at) => ({ segmentId, rank: at + 1, score }));
    }),

  frequencies: (workspaceId, terms) =>
    use((sql) => frequencies(sql, projection, workspaceId, terms)),

  ids: (workspaceId, version) =>
    use(async (sql) => {
      const rows = await sql<{ segment_id: string }[]>`
        select segment_id from ${sql(projection.table)}
        where workspace_id = ${workspaceId} and version = ${keyOf(version)}`;
      return rows.map((row) => row.segment_id);
    }),
});

/** A version as one value: a scope of many is looked up in one hash. */
const keyOf = ({ documentId, generation }: DocumentVersion): string =>
  `${documentId}.${generation}`;

/** A weight is a repetition: engines count terms, and the analyzer's weights are small whole numbers. */
const wordsOf = (query: Parameters<KeywordIndex['search']>[2]): readonly string[] =>
  query
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maximumQueryTerms)
    .flatMap(({ term, weight }) =>
      Array.from({ length: Math.max(1, Math.round(weight)) }, () => encodeTerm(term)),
    );

type KeywordScope = { readonly workspaceId: string; readonly keys: readonly string[] };
type ScoredRow = { readonly segment_id: string; readonly score: number };

/** Few rows, and few of all. How many there are in all is known from the last look at statistics. */
const isSmall = async (
  sql: Sql,
  { table }: Projection,
  { keys }: KeywordScope,
): Promise<boolean> => {
  const [sizes] = await sql<{ scoped: number; all: number }[]>`
    select (select count(*)::int from (
        select 1 from ${sql(table)} where version = any(${[...keys]}::text[])
        limit ${fewRows + 1}) as counted) as scoped,
      (select greatest(reltuples, 0)::int from pg_class where oid = ${table}::regclass) as all`;
  const { scoped, all } = sizes ?? { scoped: 0, all: 0 };
  return scoped <= fewRows && scoped < all * largeShare;
};

const readAndScore = async (
  sql: Sql,
  projection: Projection,
  { workspaceId, keys, words }: KeywordScope & { readonly words: readonly string[] },
  signal: AbortSignal,
): Promise<readonly ScoredRow[]> => {
  const rows = await cancellable(
    sql<TermsRow[]>`
      select segment_id, terms from ${sql(projection.table)}
      where workspace_id = ${workspaceId} and version = any(${[...keys]}::text[])`,
    signal,
  );
  return scoreTerms(rows, words, await statisticsOf(sql, projection, words), { k1, b });
};

/**
 * In the order of the index. Scores of the engine are negative. The scan knows the score of the row that
 * it stands at; to compute it again would take longer than all the rest.
 */
const scan = (
  sql: Sql,
  { table, index }: Projection,
  asked: KeywordScope & { readonly words: readonly string[]; readonly limit: number },
  signal: AbortSignal,
): Promise<readonly ScoredRow[]> =>
  cancellable(
    sql<ScoredRow[]>`
      select segment_id, -bm25_get_current_score() as score from ${sql(table)}
      where workspace_id = ${asked.workspaceId} and version = any(${[...asked.keys]}::text[])
      order by terms <@> to_bm25query(${asked.words.join(' ')}, ${index})
      limit ${asked.limit}`,
    signal,
  );

const make = async (sql: Sql, { table, index }: Projection): Promise<void> => {
  await sql`create extension if not exists pg_textsearch`;
  // Scoring a row by itself looks every word up: far from free, as the planner would have it.
  await sql`alter function bm25_text_bm25query_score(text, bm25query) cost 16000`;
  await sql.unsafe(`
    create table if not exists ${table} (
      segment_id text primary key, workspace_id text not null, version text not null,
      terms text not null
    );
    -- The planner needs to know how many rows a document has, and a small sample tells it.
    alter table ${table} alter column terms set statistics 0, alter column segment_id set statistics 0,
      alter column workspace_id set statistics 10, alter column version set statistics 10;
    create index if not exists ${table}_version on ${table} (version);
    create index if not exists ${index} on ${table} using bm25 (terms)
      with (text_config = 'simple', k1 = ${k1}, b = ${b});`);
};
