import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Terminal } from '#core/domain/errors.ts';
import { createParser } from '#core/infra/docling/parser.ts';
import { createSystemClock } from '#core/infra/system-clock.ts';
import { benchArguments, runBench } from './arguments.ts';
import { openLibrary } from './library.ts';
import type { BenchFile } from './library.ts';
import { pageFigures } from './page-figures.ts';

// `npm run bench:pages -- --pdfs FOLDER --questions FILE.jsonl [--limit N] [--json]`: PDF in, is the right page
// among the first passages. Rows: `question`, `doc_name` (a PDF's name without its ending),
// `evidence[].evidence_page_num`, counted from zero.

const rowSchema = z.object({
  question: z.string(),
  doc_name: z.string(),
  evidence: z.array(z.object({ evidence_page_num: z.number().int().min(0) })),
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const questionsOf = (path: string, limit: number) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, limit)
    .map((line) => {
      const { question, doc_name: document, evidence } = rowSchema.parse(JSON.parse(line));
      return { question, document, pages: evidence.map((one) => one.evidence_page_num + 1) };
    });

const filesOf = (folder: string): readonly BenchFile[] =>
  readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .toSorted()
    .map((name) => ({ id: basename(name, '.pdf'), name, bytes: readFileSync(join(folder, name)) }));

await runBench(async () => {
  const { value, limit, json } = benchArguments(['pdfs', 'questions']);
  const files = filesOf(value('pdfs'));
  if (files.length === 0) throw new Terminal('USAGE', `${value('pdfs')} holds no PDF.`);
  const clock = createSystemClock();
  const library = await openLibrary(files, {
    makeParser: (sidecar) => createParser({ sidecar, clock, log: silent }),
    sources: ['core/infra/docling/parser.ts', 'sidecar-docling/src/**/*.py'],
  });
  const known = new Set([...library.fileIds.values()].flat());
  const questions = questionsOf(value('questions'), limit).filter(({ document }) =>
    known.has(document),
  );
  const figures = await pageFigures(library, questions);
  await library.stop();
  if (json) console.log(JSON.stringify(figures));
  else {
    console.log(`\n${questions.length} questions of ${files.length} files`);
    console.table(figures);
  }
});
