import { findEvidence } from '#core/ask/find-evidence.ts';
import { refusalOf } from '#core/ask/floors.ts';
import type { Signals } from '#core/ask/floors.ts';
import { benchArguments, runBench } from './arguments.ts';
import { loadDataset, pastTurns } from './dataset.ts';
import type { DatasetQuery } from './dataset.ts';
import type { BenchLibrary } from './library.ts';
import { openPassages } from './passages.ts';
import { bestFloor, halfOf, refusalFigures } from './refusal-figures.ts';
import type { Judged } from './refusal-figures.ts';

// `npm run bench:refusal -- --data FOLDER [--limit N] [--json]`; FOLDER is a set in BEIR layout whose queries say
// `metadata.answerability` and `metadata.conversation_id` (mtrag-un).

const never = new AbortController().signal;
const candidateFloors = Array.from({ length: 51 }, (_, step) => (30 + step) / 100);

const signalsOf = async (library: BenchLibrary, query: DatasetQuery): Promise<Signals> => {
  const question = library.question(query.text, pastTurns(query));
  const { found } = await findEvidence(library.ask, question, never);
  const { bestCosine, coverage } = found.trace.signals;
  return { bestCosine, coverage, rerank: null };
};

await runBench(async () => {
  const { value, limit, json } = benchArguments(['data']);
  const dataset = await loadDataset(value('data'));
  const library = await openPassages(dataset.passages);
  const judged: Judged[] = [];
  for (const query of dataset.queries.slice(0, limit)) {
    const signals = await signalsOf(library, query);
    const [kind] = [query.metadata['answerability']].flat();
    const { conversation_id: conversation } = query.metadata;
    judged.push({
      kind: String(kind),
      half: halfOf(typeof conversation === 'string' ? conversation : query.id),
      signals,
    });
  }
  await library.stop();
  const { supportFloors } = library.ask.embedder.profile;
  const productRefuses = (signals: Signals): boolean =>
    refusalOf(signals, 'STRICT', supportFloors) !== null;
  const [fit, held] = (['fit', 'held'] as const).map((half) =>
    judged.filter((one) => one.half === half),
  );
  const report = {
    fitted: bestFloor(fit ?? [], candidateFloors, (signals, STRICT) => {
      const floors = { STRICT, SUMMARY: STRICT, EXPLORE: STRICT };
      return refusalOf(signals, 'STRICT', floors) !== null;
    }),
    fit: refusalFigures(fit ?? [], productRefuses),
    held: refusalFigures(held ?? [], productRefuses),
  };
  console.log(json ? JSON.stringify(report) : report);
});
