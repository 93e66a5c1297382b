/** One row of the table "Who may import whom" in docs/architecture.md. */
export type ImportRow = {
  readonly name: string;
  /** Files of this row, as paths below the project's folder. The first row that matches counts. */
  readonly covers: RegExp;
  /** Files of the project that these may import. */
  readonly may: readonly RegExp[];
  /** Packages and Node modules by name, or `any`. */
  readonly packages: 'any' | readonly RegExp[];
  /** Whether its files may read the environment. */
  readonly readsEnvironment?: true;
  /** Whether its files compute only: no clock, chance, timer, network or process. */
  readonly isPure?: true;
};

const domain = /^core\/domain\//;
const ports = /^core\/ports\//;
const text = /^core\/text\//;
const run = /^core\/run\//;
const ask = /^core\/ask\//;
const ingest = /^core\/ingest\//;
const infra = /^core\/infra\//;
const everything = /^/;

const zod = /^zod$/;
const hashing = /^node:crypto$/;
const anyNodeModule = /^node:/;
/** Types only: the shape of an answer, which core/text makes and platforms render. */
const markdownTree = /^mdast$/;
const markdown = [markdownTree, /^mdast-util-/, /^micromark/, /^unist-util-/];
const words = [/^@node-rs\/jieba(?:\/|$)/, /^snowball-stemmers$/];
const vendors = [
  /^@huggingface\/tokenizers$/,
  /^drizzle-orm(?:\/|$)/,
  /^openai(?:\/|$)/,
  /^pino$/,
  /^postgres$/,
  /^uuid$/,
];
const httpLibrary = [/^hono(?:\/|$)/, /^@hono\/node-server(?:\/|$)/];

export const importTable: readonly ImportRow[] = [
  {
    name: 'tests, contracts, doubles, scenarios, benches and scripts',
    covers: /\.test\.ts$|^core\/testing\/|^(?:scenarios|bench|scripts)\//,
    may: [everything],
    packages: 'any',
    readsEnvironment: true,
  },
  {
    name: 'core/domain',
    covers: domain,
    may: [domain],
    packages: [zod],
    isPure: true,
  },
  { name: 'core/ports', covers: ports, may: [domain, ports], packages: [] },
  { name: 'core/text', covers: text, may: [domain, text], packages: [...markdown, ...words] },
  { name: 'core/run', covers: run, may: [domain, run], packages: [], isPure: true },
  {
    name: 'core/ask',
    covers: ask,
    may: [domain, ports, text, ask],
    packages: [zod, hashing, markdownTree],
  },
  {
    name: 'core/ingest',
    covers: ingest,
    may: [domain, ports, text, ingest],
    packages: [zod, hashing, markdownTree],
  },
  {
    name: 'core/infra',
    covers: infra,
    may: [domain, ports, text, infra],
    packages: [zod, anyNodeModule, ...vendors],
  },
  {
    name: 'bot/main',
    covers: /^bot\/main\.ts$/,
    may: [domain, ports, text, run, ask, ingest, infra, /^bot\//],
    packages: 'any',
    readsEnvironment: true,
  },
  {
    name: 'worker/main',
    covers: /^worker\/main\.ts$/,
    may: [domain, ports, text, run, ask, ingest, infra, /^worker\//],
    packages: 'any',
    readsEnvironment: true,
  },
  {
    name: 'embedded',
    covers: /^embedded\//,
    may: [
      domain,
      ports,
      text,
      run,
      ask,
      ingest,
      infra,
      /^embedded\//,
      /^(?:bot|worker)\/(?:main|config)\.ts$/,
    ],
    packages: 'any',
    readsEnvironment: true,
  },
  {
    name: 'the pages in the browser',
    covers: /^bot\/(?:playground|preview)\/page\//,
    may: [/^bot\/(?:playground|preview)\/page\//],
    packages: [],
  },
  {
    name: 'bot/playground',
    covers: /^bot\/playground\//,
    may: [domain, ports, /^bot\/playground\//],
    packages: [zod, anyNodeModule, ...httpLibrary],
  },
  {
    name: 'bot/preview',
    covers: /^bot\/preview\//,
    may: [domain, ports, /^bot\/preview\//],
    packages: [zod, anyNodeModule, ...httpLibrary],
  },
  {
    name: 'bot',
    covers: /^bot\/[^/]+$/,
    may: [domain, ports, run, /^bot\/[^/]+$/],
    packages: [zod, hashing],
  },
  {
    name: 'worker/playground',
    covers: /^worker\/playground\//,
    may: [domain, ports, text, /^worker\/playground\//],
    packages: [markdownTree],
  },
  {
    name: 'worker',
    covers: /^worker\/[^/]+$/,
    may: [domain, ports, text, run, ask, ingest, /^worker\/[^/]+$/],
    packages: [zod, hashing],
  },
  { name: 'settings of the tools', covers: /^[\w.-]+\.config\.ts$/, may: [], packages: 'any' },
];
