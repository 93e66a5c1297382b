import { createHash } from 'node:crypto';
import { Terminal } from '#core/domain/errors.ts';
import type { ParsedWindow } from '#core/domain/parsed.ts';
import { createSystemClock } from '#core/infra/system-clock.ts';
import type { FileSource } from '#core/ports/file-source.ts';
import type { LogFields } from '#core/ports/log.ts';
import type { ParseRequest } from '#core/ports/parser.ts';
import type { IngestDependencies } from '#worker/ingest.ts';
import type { Stores } from './contracts/stores.ts';
import { createScriptedParser } from './doubles/scripted-parser.ts';
import { createWordEmbedder } from './doubles/word-embedder.ts';
import { createMemoryKeywordIndex } from './memory/keyword-index.ts';
import { createMemoryObjectStore } from './memory/object-store.ts';
import { createMemoryVectorIndex } from './memory/vector-index.ts';
import { heading, paragraph, parsedWindow, picture } from './parsed-document.ts';

/** Bytes by file name; a name that nobody put there fails as a download does. */
export const filesOf = (contents: Readonly<Record<string, string>>): FileSource => ({
  fetch: async (share) => {
    const content = contents[share.fileName];
    if (content === undefined) throw new Terminal('DOWNLOAD_FAILED', 'no such file');
    return { bytes: new TextEncoder().encode(content), mediaType: 'application/pdf' };
  },
});

/** A document of 45 pages, so of three windows, each with a heading, a text and a picture. */
export const longManual = ({ firstPage, lastPage }: ParseRequest): ParsedWindow => {
  const last = Math.min(lastPage, 45);
  const pages = Array.from({ length: last - firstPage + 1 }, (_, index) => firstPage + index);
  return parsedWindow(
    [
      heading(`Chapter from page ${firstPage}`, 1, firstPage),
      ...pages.map((page) =>
        paragraph(`Page ${page} says that valve ${page} is opened first.`, page),
      ),
      picture({ caption: `Figure of page ${last}` }, 1, last),
    ],
    { title: 'Pump manual', pageCount: 45, firstPage, lastPage: last },
  );
};

/** All that an ingestion needs, on the given repositories; the file is `manual.pdf`. */
export const ingestStage = (stores: Stores) => {
  const records: { readonly event: string; readonly fields: LogFields }[] = [];
  const write = (event: string, fields: LogFields): void => {
    records.push({ event, fields });
  };
  const parser = createScriptedParser(longManual);
  const embedder = createWordEmbedder();
  const vectors = createMemoryVectorIndex(stores.work);
  const keywords = createMemoryKeywordIndex();
  const objects = createMemoryObjectStore();
  const dependencies: IngestDependencies = {
    ingestions: stores.ingestions,
    segments: stores.segments,
    blobs: stores.blobs,
    work: stores.work,
    vectors,
    keywords,
    objects,
    parser,
    embedder,
    files: { playground: filesOf({ 'manual.pdf': 'manual', 'other.pdf': 'other' }) },
    clock: createSystemClock(),
    log: { info: write, warn: write, error: write },
    random: () => 0.5,
    maximumFileBytes: 1_000_000,
  };
  return { dependencies, parser, embedder, vectors, keywords, objects, records };
};

export const manualHash = createHash('sha256').update('manual').digest('hex');
