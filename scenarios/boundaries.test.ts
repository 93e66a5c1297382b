import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { boundaries } from './boundaries.ts';
import { importTable } from './import-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const notOurs = /(?:^|\/)(?:node_modules|\.[^/]+|dist|data)(?:\/|$)/;

const breachesIn = (path: string, text: string): readonly string[] =>
  boundaries(importTable, [{ path, text }]);

describe('boundaries', () => {
  it('hold in every source file of the project', () => {
    const files = globSync('**/*.{ts,tsx,mts,cts,js,mjs,cjs}', {
      cwd: root,
      exclude: (path) => notOurs.test(path),
    }).map((path) => ({
      path: path.replaceAll('\\', '/'),
      text: readFileSync(`${root}/${path}`, 'utf8'),
    }));
    expect(files.length).toBeGreaterThan(100);
    expect(boundaries(importTable, files)).toEqual([]);
  });
});

describe('the boundary check notices', () => {
  it.each([
    ['the bot using the worker', 'bot/admit.ts', "import { a } from '#worker/answer.ts';"],
    ['the worker using the bot', 'worker/answer.ts', "import { a } from '#bot/admit.ts';"],
    ['core using an adapter', 'core/ask/03-recall.ts', "import { a } from '#core/infra/a.ts';"],
    ['asking using ingesting', 'core/ask/a.ts', "import { a } from '#core/ingest/2-segment.ts';"],
    ['a platform using a handler', 'bot/playground/a.ts', "import { a } from '../admit.ts';"],
    ['a handler using a platform', 'bot/admit.ts', "import { a } from './playground/read.ts';"],
    ['shipped code using a double', 'worker/a.ts', "import { a } from '#core/testing/a.ts';"],
    ['a vendor in a rule', 'core/ingest/a.ts', "import OpenAI from 'openai';"],
    ['a process started by another', 'bot/admit.ts', "import { start } from './main.ts';"],
    ['a type alone', 'core/ports/a.ts', "import type { Sql } from 'postgres';"],
    ['an import over several lines', 'core/run/a.ts', "import {\n  a,\n} from '#core/ports/a.ts';"],
    ['something exported again', 'core/domain/a.ts', "export * from '#core/text/a.ts';"],
    ['an import for its effect', 'core/domain/a.ts', "import 'pino';"],
    ['an import while running', 'core/domain/a.ts', "const a = await import('pino');"],
    ['a hidden import', 'core/domain/a.ts', 'const a = await import(name);'],
    ['a way out of the project', 'worker/a.ts', "import { a } from '../../elsewhere.ts';"],
    ['a read of the environment', 'core/infra/a.ts', 'const a = process.env.A;'],
    ['a clock in a transition', 'core/run/a.ts', 'const at = Date.now();'],
    ['chance in a noun', 'core/domain/a.ts', 'const id = Math.random();'],
    ['a file in no row', 'elsewhere/a.ts', ''],
    ['a new platform without a row', 'bot/telegraph/receive.ts', ''],
  ])('%s', (_name, path, text) => {
    expect(breachesIn(path, text)).toHaveLength(1);
  });
});

describe('the boundary check allows', () => {
  it.each([
    ['core building on its nouns', 'core/ask/a.ts', "import { a } from '#core/domain/a.ts';"],
    ['embedded starting a process', 'embedded/main.ts', "import { start } from '#bot/main.ts';"],
    ['a neighbour', 'bot/playground/a.ts', "import { a } from './read.ts';"],
    ['a date that was given', 'core/run/a.ts', 'const at = new Date(given);'],
    ['words in a comment', 'core/run/a.ts', "// import { a } from 'pino';\n/* Date.now() */"],
    ['a test using anything', 'core/run/a.test.ts', "import { a } from '#core/infra/a.ts';"],
  ])('%s', (_name, path, text) => {
    expect(breachesIn(path, text)).toEqual([]);
  });
});
