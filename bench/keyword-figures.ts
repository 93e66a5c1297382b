import { basename, join } from 'node:path';
import { analyze, analyzeQuery } from '#core/text/analysis/analyze.ts';
import { judgedQueries, loadDataset, withPreviousTurn, type DatasetQuery } from './dataset.ts';
import { meanScore, percentile, scoreRanking } from './metrics.ts';
import { referenceIndex } from './reference-index.ts';

export type KeywordFigures = {
  readonly set: string;
  readonly query: string;
  readonly queries: number;
  readonly 'nDCG@10': number;
  readonly 'recall@10': number;
  readonly 'recall@100': number;
  readonly standardError: number;
  readonly analysisMs: number;
  readonly terms: number;
  readonly p95Ms: number;
};

const lastTurn = (query: DatasetQuery): string => query.text;

/**
 * The analyzer alone, over BM25 in memory: what the keyword leg can reach, without an engine. One row,
 * or two where the queries have a conversation: the last turn, and the last after the previous one.
 */
export const keywordFigures = async (
  folder: string,
  split?: string,
): Promise<readonly KeywordFigures[]> => {
  const dataset = await loadDataset(folder, split);
  const started = performance.now();
  const passages = dataset.passages.map(({ id, title, text }) => ({
    id,
    terms: analyze(`${title}\n${text}`),
  }));
  const analysisMs = performance.now() - started;
  const index = referenceIndex(passages);
  const queries = judgedQueries(dataset);
  const withHistory = queries.some(({ history }) => history.length > 0);
  const forms: readonly (readonly [string, (query: DatasetQuery) => string])[] = withHistory
    ? [
        ['last turn', lastTurn],
        ['last and previous turn', withPreviousTurn],
      ]
    : [['question', lastTurn]];
  return forms.map(([name, form]) => {
    const timesMs: number[] = [];
    const scores = queries.map((query) => {
      const from = performance.now();
      const hits = index.search(analyzeQuery(form(query)), 100);
      timesMs.push(performance.now() - from);
      return scoreRanking(
        hits.map(({ id }) => id),
        dataset.judgements.get(query.id) ?? new Map(),
      );
    });
    return {
      set: `${basename(join(folder, '..'))}/${basename(folder)}`,
      query: name,
      queries: queries.length,
      ...meanScore(scores),
      analysisMs,
      terms: passages.reduce((sum, { terms }) => sum + terms.length, 0),
      p95Ms: percentile(timesMs, 0.95),
    };
  });
};
