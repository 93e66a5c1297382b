import { findEvidence } from '#core/ask/find-evidence.ts';
import { refusalOf } from '#core/ask/floors.ts';
import type { Signals } from '#core/ask/floors.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import { benchArguments, runBench } from './arguments.ts';
import { judgedQueries, loadDataset, pastTurns } from './dataset.ts';
import type { Dataset, DatasetQuery } from './dataset.ts';
import type { BenchLibrary } from './library.ts';
import { openPassages } from './passages.ts';
import { bestFloor, halfOf, refusalFigures } from './refusal-figures.ts';
import type { Judged } from './refusal-figures.ts';

// `npm run bench:refusal -- --data FOLDER [--limit N] [--json]`; FOLDER is a set in BEIR layout. Where queries say
// `metadata.answerability` and `metadata.conversation_id` (mtrag-un), that is what is judged by. Else
// each query is asked twice: of all passages, and of those under other titles than its answer's.

const never = new AbortController().signal;
/** Of support, or of coverage where no cosine is known: 0.05 to 0.90. */
const candidateFloors = Array.from({ length: 86 }, (_, step) => (5 + step) / 100);

const signalsOf = async (
  library: BenchLibrary,
  query: DatasetQuery,
  request?: ScopeRequest,
): Promise<Signals> => {
  const question = library.question(query.text, pastTurns(query), request);
  const { found } = await findEvidence(library.ask, question, never);
  const { bestCosine, coverage, nameFound } = found.trace.signals;
  return { bestCosine, coverage, nameFound, rerank: null };
};

const judgedBySet = async (
  library: BenchLibrary,
  queries: readonly DatasetQuery[],
): Promise<readonly Judged[]> => {
  const judged: Judged[] = [];
  for (const query of queries) {
    const { answerability, conversation_id: conversation } = query.metadata;
    const [kind] = [answerability].flat();
    judged.push({
      kind: String(kind),
      half: halfOf(typeof conversation === 'string' ? conversation : query.id),
      signals: await signalsOf(library, query),
    });
  }
  return judged;
};

const judgedByTitle = async (
  library: BenchLibrary,
  { passages, judgements }: Dataset,
  queries: readonly DatasetQuery[],
): Promise<readonly Judged[]> => {
  const titles = new Map(passages.map(({ id, title }) => [id, title]));
  const documents = [...library.fileIds].map(([id, files]) => ({
    id,
    title: titles.get(files[0] ?? ''),
  }));
  const judged: Judged[] = [];
  for (const query of queries) {
    const own = new Set([...(judgements.get(query.id)?.keys() ?? [])].map((id) => titles.get(id)));
    const others = documents.filter(({ title }) => !own.has(title)).map(({ id }) => id);
    const elsewhere = { kind: 'documents', documentIds: others } as const;
    const half = halfOf(query.id);
    const answerable = await signalsOf(library, query);
    const unanswerable = await signalsOf(library, query, elsewhere);
    judged.push({ kind: 'ANSWERABLE', half, signals: answerable });
    judged.push({ kind: 'UNANSWERABLE', half, signals: unanswerable });
  }
  return judged;
};

/** As the product refuses with this floor, of whichever measure it decides by. */
const refusesBelow = (signals: Signals, floor: number): boolean =>
  signals.bestCosine === null
    ? (signals.coverage ?? 1) < floor
    : refusalOf(signals, 'STRICT', { STRICT: floor, SUMMARY: floor, EXPLORE: floor }) !== null;

await runBench(async () => {
  const { value, limit, json } = benchArguments(['data']);
  const dataset = await loadDataset(value('data'));
  const library = await openPassages(dataset.passages);
  const isJudged = dataset.queries.some(({ metadata }) => 'answerability' in metadata);
  const judged = isJudged
    ? await judgedBySet(library, dataset.queries.slice(0, limit))
    : await judgedByTitle(library, dataset, judgedQueries(dataset).slice(0, limit));
  await library.stop();
  const { supportFloors } = library.ask.embedder.profile;
  const refuses = (signals: Signals): boolean =>
    refusalOf(signals, 'STRICT', supportFloors) !== null;
  const fit = judged.filter(({ half }) => half === 'fit');
  const held = judged.filter(({ half }) => half === 'held');
  const report = {
    fitted: bestFloor(fit, candidateFloors, refusesBelow),
    fit: refusalFigures(fit, refuses),
    held: refusalFigures(held, refuses),
  };
  if (json) console.log(JSON.stringify(report));
  else console.dir(report, { depth: 5 });
});
