import { analyzerFingerprint } from '#core/text/analysis/analyze.ts';
import { encodeTerm } from '#core/text/analysis/encode-term.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import { cancellable } from './cancellable.ts';
import type { Connection, Sql } from './connect.ts';

/** BM25's constants. Source: Robertson and Zaragoza 2009; chosen in bench/README.md. */
const k1 = 1.2;
const b = 0.75;
/** Rows of one insert. */
const batchSize = 200;
/** Longest query in terms: the heaviest are kept. ◦ */
const maximumQueryTerms = 128;

type Projection = { readonly table: string; readonly index: string };

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
            insert into ${sql(table)} (segment_id, workspace_id, document_id, generation, terms)
            select id, ${workspaceId}, ${version.documentId}, ${version.generation}, terms
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
          delete from ${sql(table)} where workspace_id = ${workspaceId}
            and document_id = ${version.documentId} and generation = ${version.generation}`;
      }),
  };
};

const reads = (
  use: Use,
  projection: Projection,
): Pick<KeywordIndex, 'search' | 'frequencies' | 'ids'> => ({
  search: (workspaceId, versions, query, limit, signal) =>
    use(async (sql) => {
      const words = queryText(query);
      if (words === '' || versions.length === 0) return [];
      const rows = await cancellable(
        // Planned for its own scope each time: a scope may hold one document or all.
        sql.unsafe<{ segment_id: string; score: number }[]>(searching(projection), [
          words,
          workspaceId,
          versions.map(({ documentId }) => documentId),
          versions.map(({ generation }) => generation),
          limit,
        ]),
        signal,
      );
      return rows
        .filter(({ score }) => score > 0)
        .map(({ segment_id: segmentId, score }, at) => ({ segmentId, rank: at + 1, score }));
    }),

  frequencies: (workspaceId, terms) =>
    use((sql) => frequencies(sql, projection, workspaceId, terms)),

  ids: (workspaceId, version) =>
    use(async (sql) => {
      const rows = await sql<{ segment_id: string }[]>`
        select segment_id from ${sql(projection.table)} where workspace_id = ${workspaceId}
          and document_id = ${version.documentId} and generation = ${version.generation}`;
      return rows.map((row) => row.segment_id);
    }),
});

/** A weight is a repetition: engines count terms, and the analyzer's weights are small whole numbers. */
const queryText = (query: Parameters<KeywordIndex['search']>[2]): string =>
  query
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maximumQueryTerms)
    .map(({ term, weight }) => `${encodeTerm(term)} `.repeat(Math.max(1, Math.round(weight))))
    .join('')
    .trim();

/**
 * $1 words, $2 workspace, $3 documents, $4 generations, $5 limit. Scores of the engine are negative. The
 * scan knows the score of the row that it stands at; to compute it again would take longer than all the rest.
 */
const searching = ({ table, index }: Projection): string => `
  select t.segment_id, -bm25_get_current_score() as score
  from ${table} t
  where t.workspace_id = $2
    and (t.document_id, t.generation) in (select * from unnest($3::text[], $4::int[]))
  order by t.terms <@> to_bm25query($1, '${index}')
  limit $5`;

type ScoreRow = { term: string; once: number; twice: number };

/**
 * Counts come out of the scores, because the engine tells no counts and reading the rows takes
 * seconds: a text that is the term alone scores idf · (k1 + 1) / (1 + k1 · (1 − b + b / average)), one
 * that is the term twice follows the same formula, and of the two the average falls out. What the
 * engine counted is of all workspaces, and for a while of removed rows: it is brought to this workspace's total.
 */
const frequencies = async (
  sql: Sql,
  { table, index }: Projection,
  workspaceId: string,
  terms: readonly string[],
): Promise<Awaited<ReturnType<KeywordIndex['frequencies']>>> => {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from ${sql(table)} where workspace_id = ${workspaceId}`;
  const total = row?.total ?? 0;
  const scores = await sql<ScoreRow[]>`
    select asked.term,
      -bm25_text_bm25query_score(asked.word, to_bm25query(asked.word, ${index})) as once,
      -bm25_text_bm25query_score(asked.word || ' ' || asked.word,
        to_bm25query(asked.word, ${index})) as twice
    from unnest(${[...terms]}::text[], ${terms.map((term) => encodeTerm(term))}::text[])
      as asked (term, word)`;
  return { total, counts: new Map(scores.map((one) => [one.term, countOf(one, total)])) };
};

const countOf = ({ once, twice }: ScoreRow, total: number): number => {
  if (once <= 0 || twice <= 0 || total === 0) return 0;
  const idf = (k1 * (1 - b)) / (2 * (k1 + 1) * (1 / once - 1 / twice));
  // idf = ln(1 + (total − count + ½) / (count + ½))
  const count = Math.round((total + 1) / Math.exp(idf) - 0.5);
  return Math.min(total, Math.max(1, count));
};

const make = async (sql: Sql, { table, index }: Projection): Promise<void> => {
  await sql`create extension if not exists pg_textsearch`;
  // Scoring a row by itself looks every word up: far from free, as the planner would have it.
  await sql`alter function bm25_text_bm25query_score(text, bm25query) cost 16000`;
  await sql.unsafe(`
    create table if not exists ${table} (
      segment_id text primary key, workspace_id text not null, document_id text not null,
      generation integer not null, terms text not null
    );
    -- The planner needs to know how many rows a document has, and a small sample tells it.
    alter table ${table} alter column terms set statistics 0, alter column segment_id set statistics 0,
      alter column workspace_id set statistics 10, alter column document_id set statistics 10,
      alter column generation set statistics 10;
    create index if not exists ${table}_version on ${table} (document_id, generation);
    create index if not exists ${index} on ${table} using bm25 (terms)
      with (text_config = 'simple', k1 = ${k1}, b = ${b});`);
};
