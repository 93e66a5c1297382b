import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isCalled, sameName } from '#core/domain/document.ts';
import type { Document } from '#core/domain/document.ts';
import { Terminal } from '#core/domain/errors.ts';
import type { Ingestion } from '#core/domain/ingestion.ts';
import { sentencesFor } from '#core/domain/sentences.ts';
import type { DocumentListing } from '#core/ports/documents.ts';
import { createPageUser } from '../page-user.ts';
import type { NamedFile } from '../page-user.ts';
import type { Cli } from './connection.ts';
import type { Output } from './output.ts';

/** Files of one message, as a chat has it. */
const filesAtOnce = 10;
/** How many of the channel's latest files a command looks through. */
const latestFiles = 500;
const pollMs = 200;

/** Every file is tried, whatever becomes of the others. Resolves to whether all of them are searchable. */
export const indexFiles = async (
  cli: Cli,
  paths: readonly string[],
  output: Output,
): Promise<boolean> => {
  const { stores, workspaceId, library } = cli;
  const user = await createPageUser(stores, workspaceId, library.channelId);
  const files: NamedFile[] = [];
  let all = true;
  for (const path of paths) {
    const file = await readNamed(path);
    if ('bytes' in file) files.push(file);
    else {
      all = false;
      output.say(`✗ ${path}: ${file.sentence}`);
      output.record({
        file: path,
        status: 'FAILED',
        reason: 'UNREADABLE',
        sentence: file.sentence,
      });
    }
  }
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const ended = await user.share(files.slice(from, from + filesAtOnce));
    // The newest stands first.
    all = (await tellAll(cli, ended.toReversed(), output)) && all;
  }
  return all;
};

const readNamed = async (path: string): Promise<NamedFile | { readonly sentence: string }> => {
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return { sentence: 'There is no such file.' };
    if (code === 'EISDIR') return { sentence: 'That is a folder. Name the files in it.' };
    return { sentence: `It cannot be read (${String(code)}).` };
  }
};

const isSearchable = ({ status }: Ingestion): boolean => status === 'READY' || status === 'SKIPPED';

/** Tells how each ended, in order. Resolves to whether none failed. */
const tellAll = async (
  cli: Cli,
  ingestions: readonly Ingestion[],
  output: Output,
): Promise<boolean> => {
  for (const ingestion of ingestions) {
    const { id, share, status } = ingestion;
    const document = await documentOf(cli, ingestion);
    const pages = document?.pageCount ?? 0;
    const reason = ingestion.failure?.code ?? null;
    const sentence = sentenceOf(status, share.fileName, reason ?? 'INTERNAL', pages);
    output.say(`${isSearchable(ingestion) ? '✓' : '✗'} ${share.fileName}: ${sentence}`);
    const documentId = document?.id ?? null;
    output.record({
      file: share.fileName,
      ingestionId: id,
      documentId,
      status,
      reason,
      pages,
      sentence,
    });
  }
  return ingestions.every(isSearchable);
};

/** As it is now: the ingestion tells it as it was when it began. */
const documentOf = async (
  { stores, workspaceId }: Cli,
  { document, skippedFor }: Ingestion,
): Promise<Document | null> => {
  const id = document?.id ?? skippedFor?.documentId;
  return id === undefined ? null : stores.documents.find(workspaceId, id);
};

const sentenceOf = (
  status: Ingestion['status'],
  fileName: string,
  code: string,
  pages: number,
): string => {
  switch (status) {
    case 'READY':
      return pages > 0 ? `ready, ${pages} ${pages === 1 ? 'page' : 'pages'}` : 'ready';
    case 'SKIPPED':
      return 'the same content is indexed here already';
    case 'CANCELLED':
      return 'stopped before it was indexed';
    case 'LIVE':
      return 'on its way';
    case 'FAILED':
      return sentencesFor(code, fileName).en;
  }
};

export const listDocuments = async (cli: Cli, output: Output): Promise<void> => {
  const listed = await cli.stores.documents.list(cli.workspaceId, cli.library.id);
  if (listed.length === 0) output.say(`Nothing is indexed in #${cli.library.name} yet.`);
  for (const { id, name, title, pageCount, segmentCount, activeGeneration, createdAt } of listed) {
    const ready = activeGeneration > 0;
    const pages = pageCount === null || pageCount === 0 ? '' : ` · ${pageCount} p.`;
    output.say(`${id}  ${name}${pages}${ready ? '' : ' · not searchable yet'}`);
    output.record({
      id,
      name,
      title,
      pages: pageCount,
      passages: segmentCount,
      searchable: ready,
      createdAt,
    });
  }
};

/** The one document of the channel with this id, file name or title. */
const findDocument = async (cli: Cli, wanted: string): Promise<DocumentListing> => {
  const listed = await cli.stores.documents.list(cli.workspaceId, cli.library.id);
  const found = listed.filter((document) => document.id === wanted || isCalled(document, wanted));
  const [only, another] = found;
  if (only === undefined) {
    throw new Terminal('NOT_FOUND', `There is no "${wanted}" in #${cli.library.name}.`);
  }
  if (another !== undefined) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new Terminal('SEVERAL_FOUND', `Several are called "${wanted}"; name one by id: ${ids}`);
  }
  return only;
};

export const forgetDocument = async (cli: Cli, wanted: string, output: Output): Promise<void> => {
  const { id, name } = await findDocument(cli, wanted);
  await cli.stores.documents.forget(cli.workspaceId, id, cli.person);
  for (const kind of ['cleanup', 'delivery'] as const) cli.stores.wakeups.wake(kind);
  output.say(`${name} is forgotten: it answers nothing more, and its links no longer open.`);
  output.record({ documentId: id, name, forgotten: true });
};

/** Failed files again: the named one, or all of the channel. Waits until they end. */
export const retryFiles = async (cli: Cli, wanted: string, output: Output): Promise<boolean> => {
  const { requests } = cli.stores.ingestions;
  const listed = await requests.list(cli.workspaceId, cli.library.id, latestFiles);
  const failed = listed.filter(
    ({ id, status, share }) =>
      status === 'FAILED' && (wanted === '' || id === wanted || sameName(share.fileName, wanted)),
  );
  if (failed.length === 0) {
    const which = wanted === '' ? 'No file' : `No file called "${wanted}"`;
    throw new Terminal('NOT_FAILED', `${which} has failed in #${cli.library.name}.`);
  }
  for (const { id } of failed) await requests.retry(cli.workspaceId, id);
  cli.stores.wakeups.wake('ingestion');
  return tellAll(
    cli,
    await ended(
      cli,
      failed.map(({ id }) => id),
    ),
    output,
  );
};

/** A new generation of the named document, or of all. The version at hand answers until it is there. */
export const reindexDocuments = async (
  cli: Cli,
  wanted: string,
  output: Output,
): Promise<boolean> => {
  const { documents, ingestions, wakeups } = cli.stores;
  const chosen =
    wanted === ''
      ? await documents.list(cli.workspaceId, cli.library.id)
      : [await findDocument(cli, wanted)];
  const ids: string[] = [];
  for (const { id } of chosen) {
    const ingestionId = await ingestions.requests.reindex(cli.workspaceId, id);
    if (ingestionId !== null) ids.push(ingestionId);
  }
  wakeups.wake('ingestion');
  return tellAll(cli, await ended(cli, ids), output);
};

const ended = async (cli: Cli, ids: readonly string[]): Promise<readonly Ingestion[]> => {
  const { ingestions, clock } = cli.stores;
  for (;;) {
    const found = await Promise.all(ids.map((id) => ingestions.requests.find(cli.workspaceId, id)));
    const known = found.filter((ingestion) => ingestion !== null);
    if (known.every(({ status }) => status !== 'LIVE')) return known;
    await clock.sleep(pollMs, never);
  }
};

const never = new AbortController().signal;
