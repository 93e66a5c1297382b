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

/** A projection a fingerprint: other terms are another table, rebuilt from segments. */
const table = `keyword_terms_${analyzerFingerprint.replaceAll(/[^a-z\d]/g, '_')}`;
const index = `${table}_bm25`;

/** BM25 of pg_textsearch over ready-made terms, encoded so that its parser can neither split nor drop one. */
export const createKeywordIndex = (connection: Connection): KeywordIndex => {
  let made: Promise<void> | null = null;
  /** Made by the adapter that owns it, when it is first needed; a failure is tried again. */
  const projection = (sql: Sql): Promise<void> => {
    made ??= make(sql).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  const withProjection = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    connection.run(async (sql) => {
      await projection(sql);
      return work(sql);
    });

  return {
    write: (workspaceId, version, segments) =>
      withProjection(async (sql) => {
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
      }),

    // Written rows are searchable at once.
    refresh: () => withProjection(async () => {}),

    search: (workspaceId, versions, query, limit, signal) =>
      withProjection(async (sql) => {
        const words = queryText(query);
        if (words === '' || versions.length === 0) return [];
        const rows = await cancellable(
          sql<{ segment_id: string; score: number }[]>`
            select t.segment_id, -(t.terms <@> to_bm25query(${words}, ${index})) as score
            from ${sql(table)} t
            where t.workspace_id = ${workspaceId}
              and (t.document_id, t.generation) in (
                select * from unnest(${versions.map(({ documentId }) => documentId)}::text[],
                  ${versions.map(({ generation }) => generation)}::int[]))
            order by t.terms <@> to_bm25query(${words}, ${index})
            limit ${limit}`,
          signal,
        );
        return rows
          .filter(({ score }) => score > 0)
          .map(({ segment_id: segmentId, score }, at) => ({ segmentId, rank: at + 1, score }));
      }),

    frequencies: (workspaceId, terms) =>
      withProjection(async (sql) => {
        const [row] = await sql<{ total: number }[]>`
          select count(*)::int as total from ${sql(table)} where workspace_id = ${workspaceId}`;
        const counts = await sql<{ term: string; count: number }[]>`
          select asked.term, count(t.segment_id)::int as count
          from unnest(${[...terms]}::text[], ${terms.map((term) => encodeTerm(term))}::text[])
            as asked (term, encoded)
          left join ${sql(table)} t on t.workspace_id = ${workspaceId}
            and to_tsvector('simple', t.terms) @@ to_tsquery('simple', asked.encoded)
          group by asked.term`;
        return {
          total: row?.total ?? 0,
          counts: new Map(counts.map(({ term, count }) => [term, count])),
        };
      }),

    ids: (workspaceId, version) =>
      withProjection(async (sql) => {
        const rows = await sql<{ segment_id: string }[]>`
          select segment_id from ${sql(table)} where workspace_id = ${workspaceId}
            and document_id = ${version.documentId} and generation = ${version.generation}`;
        return rows.map((row) => row.segment_id);
      }),

    remove: (workspaceId, version) =>
      withProjection(async (sql) => {
        await sql`
          delete from ${sql(table)} where workspace_id = ${workspaceId}
            and document_id = ${version.documentId} and generation = ${version.generation}`;
      }),
  };
};

/** A weight is a repetition: engines count terms, and the analyzer's weights are small whole numbers. */
const queryText = (query: Parameters<KeywordIndex['search']>[2]): string =>
  query
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maximumQueryTerms)
    .map(({ term, weight }) => `${encodeTerm(term)} `.repeat(Math.max(1, Math.round(weight))))
    .join('')
    .trim();

const make = async (sql: Sql): Promise<void> => {
  await sql`create extension if not exists pg_textsearch`;
  await sql.unsafe(`
    create table if not exists ${table} (
      segment_id text primary key, workspace_id text not null, document_id text not null,
      generation integer not null, terms text not null
    );
    create index if not exists ${table}_version on ${table} (document_id, generation);
    create index if not exists ${table}_words on ${table} using gin (to_tsvector('simple', terms));
    create index if not exists ${index} on ${table} using bm25 (terms)
      with (text_config = 'simple', k1 = ${k1}, b = ${b});`);
};
