import { startRealSidecar } from '#core/testing/real-sidecar.ts';
import { benchArguments, runBench } from './arguments.ts';
import { latencyFigures } from './latency-figures.ts';
import type { LatencyFigures } from './latency-figures.ts';
import { startFigures } from './start-figures.ts';
import { synthesise } from './synthetic-library.ts';

// `npm run bench:latency -- [--limit SEGMENTS] [--json]`: from scope to evidence ÷ the bare queries, at 1,000, 10,000
// and 50,000 segments; time and memory of a start.

const sizes = [1_000, 10_000, 50_000];

await runBench(async () => {
  const { limit, json } = benchArguments([]);
  const start = await startFigures();
  const { sidecar, embedder } = await startRealSidecar();
  const rows: LatencyFigures[] = [];
  for (const size of sizes.filter((one) => one <= limit)) {
    const library = await synthesise(size, embedder.profile);
    rows.push(await latencyFigures(library, embedder, size));
    await library.stop();
  }
  await sidecar.stop();
  if (json) return console.log(JSON.stringify({ latency: rows, start }));
  console.table(rows);
  console.table(start);
});
