import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import type { Settings } from '../settings.ts';
import type { Cli } from './connection.ts';
import type { Output } from './output.ts';

type Finding = {
  readonly part: string;
  readonly good: boolean;
  /** What was seen; where it is not good, what to do. */
  readonly told: string;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const leastFreeBytes = 2 ** 30;
const answerTimeoutMs = 5_000;
const sidecarTimeoutMs = 60_000;

/** Checks every part and says what to do. Resolves to whether all are well. */
export const doctor = async (cli: Cli, output: Output): Promise<boolean> => {
  const findings = await Promise.all([
    Promise.resolve(setUp()),
    disk(cli.settings),
    database(cli),
    sidecar(cli),
    ...endpoints(cli.settings).map(endpoint),
    work(cli),
    files(cli),
  ]);
  for (const finding of findings) {
    output.say(`${finding.good ? '✓' : '✗'} ${finding.part}: ${finding.told}`);
    output.record(finding);
  }
  return findings.every(({ good }) => good);
};

const setUp = (): Finding => {
  const needed = ['sidecar-docling/.venv/bin/python', '.cache/models/minilm/tokenizer.json'];
  const missing = needed.filter((path) => !existsSync(`${root}${path}`));
  const good = missing.length === 0;
  const told = good
    ? `complete, Node ${process.versions.node}`
    : `${missing.join(', ')} is missing. Run: npm run setup`;
  return { part: 'set-up', good, told };
};

const disk = async (settings: Settings): Promise<Finding> => {
  const { bavail, bsize } = await statfs(resolve(settings.ANCHR_DATA));
  const free = bavail * bsize;
  const told = `${(free / 2 ** 30).toFixed(1)} GB free for ${settings.ANCHR_DATA}`;
  const good = free >= leastFreeBytes;
  return { part: 'disk', good, told: good ? told : `only ${told}. Make room, or move ANCHR_DATA.` };
};

const database = async ({ stores, workspaceId, beside }: Cli): Promise<Finding> => {
  const startedMs = stores.clock.elapsedMs();
  await stores.libraries.list(workspaceId);
  const tookMs = Math.round(stores.clock.elapsedMs() - startedMs);
  const whose = beside ? 'of the running Anchr' : 'started for this command';
  return { part: 'database', good: true, told: `answers in ${tookMs} ms, ${whose}` };
};

const sidecar = async (cli: Cli): Promise<Finding> => {
  const part = 'document parser';
  if (cli.sidecar === null) return { part, good: true, told: 'belongs to the running Anchr' };
  const startedMs = cli.stores.clock.elapsedMs();
  try {
    await cli.sidecar.address(AbortSignal.timeout(sidecarTimeoutMs));
    const seconds = ((cli.stores.clock.elapsedMs() - startedMs) / 1_000).toFixed(1);
    return { part, good: true, told: `ready after ${seconds} s` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { part, good: false, told: `${why}. Run: npm run setup` };
  }
};

type Endpoint = {
  readonly part: string;
  readonly setting: string;
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** What is done without one. */
  readonly otherwise: string;
};

const endpoints = (settings: Settings): readonly Endpoint[] => [
  {
    part: 'answer model',
    setting: 'ANCHR_MODEL_URL',
    url: settings.ANCHR_MODEL_URL,
    key: settings.ANCHR_MODEL_KEY,
    otherwise: 'none configured: answers are quotations. Set ANCHR_MODEL_URL and ANCHR_MODEL_NAME',
  },
  {
    part: 'embedding model',
    setting: 'ANCHR_EMBEDDING_URL',
    url: settings.ANCHR_EMBEDDING_URL,
    key: settings.ANCHR_EMBEDDING_KEY,
    otherwise: 'the local starter model (English)',
  },
];

/** Any answer but a refused key shows that somebody is there: not every endpoint lists its models. */
const endpoint = async ({ part, setting, url, key, otherwise }: Endpoint): Promise<Finding> => {
  if (url === undefined) return { part, good: true, told: otherwise };
  try {
    const response = await fetch(`${url.replace(/\/$/u, '')}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const good = response.status !== 401 && response.status !== 403;
    const told = good ? 'answers' : `refuses the key (${response.status}). Check ${setting}'s key`;
    return { part, good, told };
  } catch {
    return { part, good: false, told: `does not answer. Check ${setting} and that it runs` };
  }
};

const work = async ({ stores, workspaceId }: Cli): Promise<Finding> => {
  const counts = await stores.work.counts(workspaceId);
  const struggling = counts.filter((count) => count.struggling > 0);
  const named = struggling.map(({ kind, struggling: many }) => `${many} ${kind}`).join(', ');
  return {
    part: 'work',
    good: struggling.length === 0,
    told: named === '' ? 'nothing struggles' : `${named} tried over 3 times; the log says why`,
  };
};

const files = async ({ stores, workspaceId, library }: Cli): Promise<Finding> => {
  const listed = await stores.ingestions.requests.list(workspaceId, library.id, 200);
  const failed = listed.filter(({ status }) => status === 'FAILED');
  const codes = [...new Set(failed.map(({ failure }) => failure?.code ?? 'INTERNAL'))].join(', ');
  return {
    part: `files of #${library.name}`,
    good: failed.length === 0,
    told:
      failed.length === 0
        ? 'none has failed'
        : `${failed.length} failed (${codes}). Try again: npm run anchr -- retry`,
  };
};
