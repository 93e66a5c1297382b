import { basename, join } from 'node:path';
import { analyze, analyzeQuery, analyzerFingerprint } from '#core/text/analysis/analyze.ts';
import { judgedQueries, loadDataset, withPreviousTurn, type DatasetQuery } from './dataset.ts';
import { meanScore, percentile, scoreRanking } from './metrics.ts';
import { referenceIndex } from './reference-index.ts';

/**
 * The analyzer alone, over BM25 in memory: what the keyword leg can reach, without an engine.
 * `node bench/keyword.ts --data FOLDER [--split NAME]`; FOLDER is one set in BEIR layout.
 */
type Row = {
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

const measure = async (folder: string, split: string | undefined): Promise<readonly Row[]> => {
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

const argument = (name: string): string | undefined => {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
};

const folder = argument('--data');
if (folder === undefined) throw new Error('name a set: --data FOLDER');
const rows = await measure(folder, argument('--split'));
for (const row of rows) {
  const figures = Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'number' ? Number(value.toFixed(3)) : value,
    ]),
  );
  console.log(JSON.stringify({ analyzer: analyzerFingerprint, ...figures }));
}
