import { benchArguments, runBench } from './arguments.ts';
import { judgedQueries, loadDataset } from './dataset.ts';
import { openPassages } from './passages.ts';
import { retrievalFigures } from './retrieval-figures.ts';

// `npm run bench:retrieval -- --data FOLDER [--split NAME] [--limit N] [--json]`; FOLDER is one set in BEIR layout.

const rounded = (figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Number(value.toFixed(4))]),
  );

await runBench(async () => {
  const { value, split, limit, json } = benchArguments(['data']);
  const dataset = await loadDataset(value('data'), split);
  const library = await openPassages(dataset.passages);
  const queries = judgedQueries(dataset).slice(0, limit);
  const figures = await retrievalFigures(library, queries, dataset.judgements);
  await library.stop();
  const shown = Object.entries(figures).map(([part, row]) => [part, rounded(row)] as const);
  if (json) console.log(JSON.stringify(Object.fromEntries(shown)));
  else {
    console.log(`\n${queries.length} queries over ${dataset.passages.length} passages`);
    console.table(Object.fromEntries(shown));
  }
});
