import { findEvidence } from '#core/ask/find-evidence.ts';
import type { AskDependencies, Question } from '#core/ask/question.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import { analyzeQuery } from '#core/text/analysis/analyze.ts';
import { encodeTerm } from '#core/text/analysis/encode-term.ts';
import { percentile } from './metrics.ts';
import type { SyntheticLibrary } from './synthetic-library.ts';

export type LatencyFigures = {
  readonly segments: number;
  /** From the question to evidence: scope, recall, fusion, gate, evidence. */
  readonly askedMs: number;
  /** Embedding, both searches and reading the rows, bare, one after the other. */
  readonly rawMs: number;
  /** askedMs ÷ rawMs, medians. */
  readonly ratio: number;
  readonly p95Ms: number;
  /** The question asked of one document of 100 segments, median. */
  readonly oneDocumentMs: number;
};

const never = new AbortController().signal;
const rounds = 25;
const warmUp = 4;
const wordsOfQuestion = 8;

/** Each round asks one question bare and through the product, so that both meet the same machine. */
export const latencyFigures = async (
  library: SyntheticLibrary,
  embedder: Embedder,
  segments: number,
): Promise<LatencyFigures> => {
  const ask: AskDependencies = { ...library.stores, embedder, model: null, reranker: null };
  const raw = await rawQueries(library, embedder);
  const times = { asked: [] as number[], raw: [] as number[], one: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const text = library.question(wordsOfQuestion);
    const question = questionOf(library, text);
    const one = library.documentIds[Math.max(0, round) % library.documentIds.length] ?? '';
    const narrowed = { ...question, request: { kind: 'documents', documentIds: [one] } } as const;
    const rawMs = await timed(() => raw(text));
    const askedMs = await timed(() => findEvidence(ask, question, never));
    const oneMs = await timed(() => findEvidence(ask, narrowed, never));
    if (round < 0) continue;
    times.raw.push(rawMs);
    times.asked.push(askedMs);
    times.one.push(oneMs);
  }
  const askedMs = percentile(times.asked, 0.5);
  const rawMs = percentile(times.raw, 0.5);
  return {
    segments,
    askedMs,
    rawMs,
    ratio: askedMs / rawMs,
    p95Ms: percentile(times.asked, 0.95),
    oneDocumentMs: percentile(times.one, 0.5),
  };
};

const questionOf = (library: SyntheticLibrary, text: string): Question => ({
  workspaceId: library.workspaceId,
  readable: [library.libraryId],
  request: { kind: 'library' },
  text,
  history: [],
  mode: 'STRICT',
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

/** What the engines take by themselves: no scope, no gate, the same numbers of rows. */
const rawQueries = async ({ connection }: SyntheticLibrary, embedder: Embedder) => {
  const { sql } = connection;
  const [found] = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where tablename like 'keyword_terms_%'`;
  const table = found?.name ?? '';
  return async (text: string): Promise<void> => {
    const [vector] = await embedder.embedTexts([text], 'query', never);
    const near = await sql<{ id: string }[]>`
      select segment_id as id from vectors
      order by embedding <#> ${`[${(vector ?? new Float32Array()).join(',')}]`}::vector limit 80`;
    const words = analyzeQuery(text)
      .map(({ term }) => encodeTerm(term))
      .join(' ');
    const matching = await sql.unsafe<{ id: string }[]>(
      `select segment_id as id from ${table}
       order by terms <@> to_bm25query($1, '${table}_bm25') limit 200`,
      [words],
    );
    const ids = [...near, ...matching].map(({ id }) => id);
    await sql`select * from segments where id = any(${ids})`;
  };
};
