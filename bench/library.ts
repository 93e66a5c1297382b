import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Terminal } from '#core/domain/errors.ts';
import type { PastTurn } from '#core/domain/run.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import { starterProfile } from '#core/infra/docling/starter-profile.ts';
import type { SupervisedSidecar } from '#core/infra/docling/supervise.ts';
import { connect } from '#core/infra/postgres/connect.ts';
import { migrate } from '#core/infra/postgres/migrate.ts';
import type { FileSource } from '#core/ports/file-source.ts';
import type { Parser } from '#core/ports/parser.ts';
import type { AskDependencies, Question } from '#core/ask/question.ts';
import { hasSidecar, startRealSidecar } from '#core/testing/real-sidecar.ts';
import { startDatabase } from '#embedded/database.ts';
import { createStores } from '#embedded/stores.ts';
import type { Stores } from '#embedded/stores.ts';
import { createIngest } from '#worker/ingest.ts';
import { startPool } from '#worker/pool.ts';

export type BenchFile = {
  /** Unique; what the bench calls the document. */
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
};

/** How files are read, and the sources that this depends on, as globs below the project's folder. */
export type FileParser = {
  readonly makeParser: (sidecar: SupervisedSidecar) => Parser;
  readonly sources: readonly string[];
};

export type BenchLibrary = {
  readonly ask: AskDependencies;
  /** A question of all documents, or of those that the request names. */
  readonly question: (
    text: string,
    history: readonly PastTurn[],
    request?: ScopeRequest,
  ) => Question;
  /** Ids of the files by the document that holds their content; more than one where contents are equal. */
  readonly fileIds: ReadonlyMap<string, readonly string[]>;
  readonly stop: () => Promise<void>;
};

const workspaceId = 'bench';
const channelId = 'bench';
const root = fileURLToPath(new URL('../', import.meta.url));
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const filesAtOnce = 2;
const pollMs = 200;

/**
 * The given files in a library of the embedded engine with the starter model, indexed by the product's
 * own ingestion. Kept in .cache/bench under everything that shapes an index, so that a second run asks at once.
 */
export const openLibrary = async (
  files: readonly BenchFile[],
  { makeParser, sources }: FileParser,
): Promise<BenchLibrary> => {
  if (!hasSidecar) throw new Terminal('NOT_SET_UP', 'Run "npm run setup" first.');
  const folder = join(root, '.cache', 'bench', keyOf(files, sources));
  mkdirSync(folder, { recursive: true });
  const tarball = join(root, '.cache', 'database', 'empty.tar.gz');
  const database = await startDatabase({
    folder: join(folder, 'database'),
    tarball: existsSync(tarball) ? tarball : undefined,
    log: silent,
  });
  const connection = connect(database.address);
  await migrate(connection);
  const stores = createStores(connection, folder, silent);
  const { sidecar, embedder } = await startRealSidecar();
  const stop = async (): Promise<void> => {
    await sidecar.stop();
    await connection.close();
    await database.stop();
  };
  await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'Bench');
  const { id } = await stores.libraries.ensure(workspaceId, 'playground', channelId, channelId);
  const ingesting = startPool({
    ...stores,
    kind: 'ingestion',
    owner: `bench-${process.pid}`,
    size: filesAtOnce,
    perform: createIngest({
      ...stores,
      parser: makeParser(sidecar),
      embedder,
      files: { playground: sourceOf(files) },
      random: Math.random,
      maximumFileBytes: 2 ** 30,
    }),
  });
  await shareAll(stores, id, files);
  await ingesting.stop();
  return {
    ask: { ...stores, embedder, model: null, reranker: null },
    question: (text, history, request = { kind: 'library' }) => ({
      workspaceId,
      readable: [id],
      request,
      text,
      history,
      mode: 'STRICT',
    }),
    fileIds: await fileIdsOf(stores, id, files),
    stop,
  };
};

/** Changes with the files and with all code and models that an index depends on. */
const keyOf = (files: readonly BenchFile[], parserSources: readonly string[]): string => {
  const hash = createHash('sha256').update(starterProfile.fingerprint);
  for (const { id, name, bytes } of files) hash.update(`${id}\n${name}\n`).update(bytes);
  const sources = ['core/{ingest,text}/**/*.ts', ...parserSources];
  for (const path of globSync(sources, { cwd: root }).toSorted()) {
    if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
};

const sourceOf = (files: readonly BenchFile[]): FileSource => {
  const byId = new Map(files.map((file) => [file.id, file]));
  return {
    fetch: async ({ fileId }) => {
      const file = byId.get(fileId);
      if (file === undefined) throw new Terminal('DOWNLOAD_FAILED', 'no such file');
      return { bytes: file.bytes, mediaType: 'application/octet-stream' };
    },
  };
};

/** Shares what is not shared yet and waits until all of it is indexed, with a line on standard error. */
const shareAll = async (
  { shares, work, wakeups }: Stores,
  libraryId: string,
  files: readonly BenchFile[],
): Promise<void> => {
  const address = { platform: 'playground', channelId, threadId: null } as const;
  for (const { id, name } of files) {
    await shares.receive({
      workspaceId,
      libraryId,
      address,
      messageId: id,
      fileId: id,
      fileName: name,
      sharedBy: { id: 'bench', name: 'Bench' },
    });
  }
  wakeups.wake('ingestion');
  for (;;) {
    const counts = await work.counts(workspaceId);
    const live = counts.find(({ kind }) => kind === 'ingestion')?.live ?? 0;
    if (live === 0) return;
    if (process.stderr.isTTY) {
      process.stderr.write(`\rindexing: ${files.length - live} of ${files.length}   `);
    }
    await wait(pollMs);
  }
};

/** Files that failed are named on standard error; they are in no ranking. */
const fileIdsOf = async (
  { ingestions }: Stores,
  libraryId: string,
  files: readonly BenchFile[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const listed = await ingestions.requests.list(workspaceId, libraryId, files.length * 2 + 10);
  const known = new Map<string, string[]>();
  for (const { share, status, document, skippedFor, failure } of listed) {
    const documentId = status === 'SKIPPED' ? skippedFor?.documentId : document?.id;
    if (status === 'FAILED' || documentId === undefined) {
      process.stderr.write(`\n${share.fileName}: ${failure?.code ?? status}\n`);
      continue;
    }
    known.set(documentId, [...(known.get(documentId) ?? []), share.fileId]);
  }
  return known;
};
