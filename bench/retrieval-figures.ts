import { resolveScope } from '#core/ask/01-scope.ts';
import { rewrite } from '#core/ask/02-rewrite.ts';
import { findEvidence } from '#core/ask/find-evidence.ts';
import { retrieve } from '#core/ask/retrieve.ts';
import { detectLanguage } from '#core/text/analysis/detect-language.ts';
import { pastTurns } from './dataset.ts';
import type { DatasetQuery } from './dataset.ts';
import type { BenchLibrary } from './library.ts';
import { meanScore, percentile, scoreRanking } from './metrics.ts';
import type { Judgements, RankingScore } from './metrics.ts';

const parts = ['keyword', 'vector', 'fused', 'pipeline'] as const;
export type Part = (typeof parts)[number];

export type PartFigures = RankingScore & {
  readonly standardError: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
};

type Ranked = { readonly files: readonly string[]; readonly tookMs: number };

/**
 * Every query through the product's own steps: each leg alone, their fusion, and what the whole
 * pipeline gives to choose evidence from. Milliseconds: of the leg alone, of recall with fusion, and
 * of everything from the question to evidence. A leg that was left out (its model does not cover the
 * language) ranks nothing.
 */
export const retrievalFigures = async (
  library: BenchLibrary,
  queries: readonly DatasetQuery[],
  judgements: ReadonlyMap<string, Judgements>,
): Promise<Readonly<Record<Part, PartFigures>>> => {
  const rows: { readonly scores: Record<Part, RankingScore>; readonly ms: Record<Part, number> }[] =
    [];
  for (const query of queries) {
    const ranked = await rank(library, query);
    const score = (part: Part): RankingScore =>
      scoreRanking(ranked[part].files, judgements.get(query.id) ?? new Map());
    rows.push({ scores: each(score), ms: each((part) => ranked[part].tookMs) });
  }
  return each((part): PartFigures => {
    const times = rows.map(({ ms }) => ms[part]);
    const scores = rows.map((row) => row.scores[part]);
    return {
      ...meanScore(scores),
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    };
  });
};

const each = <T>(of: (part: Part) => T): Record<Part, T> => ({
  keyword: of('keyword'),
  vector: of('vector'),
  fused: of('fused'),
  pipeline: of('pipeline'),
});

const never = new AbortController().signal;

const rank = async (
  library: BenchLibrary,
  query: DatasetQuery,
): Promise<Readonly<Record<Part, Ranked>>> => {
  const { ask } = library;
  const question = library.question(query.text, pastTurns(query));
  const startedMs = performance.now();
  const { scope } = await resolveScope(ask, question);
  const rewritten = await rewrite(null, question, never);
  const search = {
    dependencies: ask,
    question,
    rewritten,
    language: detectLanguage(query.text),
    signal: never,
    timed: <T>(_step: string, work: () => Promise<T>) => work(),
  };
  const { recalled, fused, reranked } = await retrieve(search, scope);
  const fusedMs = performance.now() - startedMs;
  const againMs = performance.now();
  await findEvidence(ask, question, never);
  const leg = (name: string): Ranked => {
    const found = recalled.legs.find((one) => one.leg === name);
    const ids = (found?.hits ?? []).map(({ segmentId }) => segmentId);
    return { files: filesOf(library, ids), tookMs: found?.tookMs ?? 0 };
  };
  return {
    keyword: leg('keyword'),
    vector: leg('vector'),
    fused: {
      files: filesOf(
        library,
        fused.map(({ segmentId }) => segmentId),
      ),
      tookMs: fusedMs,
    },
    pipeline: {
      files: filesOf(
        library,
        reranked.candidates.map(({ segment }) => segment.id),
      ),
      tookMs: performance.now() - againMs,
    },
  };
};

/** Files in the order of their first segment; a segment's id starts with its document's. */
const filesOf = (library: BenchLibrary, segmentIds: readonly string[]): readonly string[] => {
  const documents = new Set(segmentIds.map((id) => id.split('.')[0] ?? ''));
  return [...documents].flatMap((id) => library.fileIds.get(id) ?? []);
};
