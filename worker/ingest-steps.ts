import { createHash } from 'node:crypto';
import { Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import { segmentIdOf } from '#core/domain/ids.ts';
import type { Platform } from '#core/domain/ids.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { Ingestion } from '#core/domain/ingestion.ts';
import type { IngestionEvent, IngestionStep } from '#core/domain/ingestion-step.ts';
import type { ParsedDocument } from '#core/domain/parsed.ts';
import type { DraftSegment, Segment } from '#core/domain/segment.ts';
import type { Claim } from '#core/domain/work.ts';
import { parse } from '#core/ingest/1-parse.ts';
import { segment } from '#core/ingest/2-segment.ts';
import { embed } from '#core/ingest/3-embed.ts';
import { index } from '#core/ingest/4-index.ts';
import { activate } from '#core/ingest/5-activate.ts';
import { documentTitle } from '#core/ingest/document-title.ts';
import { reportProgress } from '#core/ingest/report-progress.ts';
import type { Blobs } from '#core/ports/blobs.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { FileSource } from '#core/ports/file-source.ts';
import type { Ingestions } from '#core/ports/ingestions.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { Parser } from '#core/ports/parser.ts';
import type { Segments } from '#core/ports/segments.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';
import { analyzerFingerprint } from '#core/text/analysis/analyze.ts';

export type IngestPorts = {
  readonly ingestions: Ingestions;
  readonly segments: Pick<Segments, 'write' | 'ids'>;
  readonly vectors: Pick<VectorIndex, 'reuse' | 'write' | 'ids'>;
  readonly keywords: Pick<KeywordIndex, 'write' | 'refresh' | 'ids'>;
  readonly blobs: Pick<Blobs, 'intend'>;
  readonly objects: Pick<ObjectStore, 'get' | 'put' | 'list'>;
  readonly files: Readonly<Partial<Record<Platform, FileSource>>>;
  readonly parser: Parser;
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly maximumFileBytes: number;
};

/** What one attempt holds in memory while it goes from step to step; nothing of it outlives the attempt. */
export type Attempt = {
  readonly claim: Claim;
  readonly signal: AbortSignal;
  /** As loaded; loaded again once the download made its document known. */
  ingestion: Ingestion;
  parsed: ParsedDocument | null;
  version: DocumentVersion | null;
  segments: readonly Segment[];
  /** Vectors that had to be made. */
  embedded: number;
};

type Step = (ports: IngestPorts, attempt: Attempt) => Promise<IngestionEvent>;

const download: Step = async (ports, attempt) => {
  const { ingestions, files, blobs, objects, maximumFileBytes } = ports;
  const { claim, signal } = attempt;
  const { share } = attempt.ingestion;
  const source = files[share.address.platform];
  if (source === undefined) {
    throw new Terminal('DOWNLOAD_FAILED', `no files come from ${share.address.platform}`);
  }
  const { bytes, mediaType } = await source.fetch(share, maximumFileBytes, signal);
  if (bytes.length === 0) throw new Terminal('EMPTY_DOCUMENT', 'the file has no bytes');
  if (bytes.length > maximumFileBytes) throw new Terminal('TOO_LARGE', `${bytes.length} bytes`);
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const content = { workspaceId: claim.workspaceId, contentHash };
  await blobs.intend(claim, contentHash);
  if (!(await objects.list(content, 'source')).includes('source')) {
    await objects.put({ ...content, what: 'source' }, bytes);
  }
  const commit = await ingestions.commitDownload(claim, {
    contentHash,
    byteSize: bytes.length,
    mediaType,
  });
  if (commit.kind === 'proceed') attempt.ingestion = await ingestions.load(claim);
  return { kind: 'downloaded', commit: commit.kind };
};

const documentOf = ({ ingestion }: Attempt) => {
  if (ingestion.document === null) throw new Terminal('DOCUMENT_DELETED', 'the document is gone');
  return ingestion.document;
};

/** The name that the bytes came with: its ending tells the parser what they claim to be. */
const fileNameOf = (attempt: Attempt): string => documentOf(attempt).name;

const readParse: Step = async ({ ingestions, blobs, parser, objects, clock }, attempt) => {
  const { claim } = attempt;
  const { workspaceId, contentHash } = documentOf(attempt);
  await blobs.intend(claim, contentHash);
  const progress = reportProgress(
    (value) => ingestions.commitProgress(claim, 'DOWNLOADED', value),
    clock,
  );
  const signal = AbortSignal.any([attempt.signal, progress.signal]);
  try {
    attempt.parsed = await parse(
      {
        content: { workspaceId, contentHash },
        fileName: fileNameOf(attempt),
        requestId: claim.id,
        parser,
        objects,
        onProgress: progress.report,
      },
      signal,
    );
  } finally {
    await progress.settled();
  }
  signal.throwIfAborted();
  return { kind: 'parsed' };
};

const parsedOf = async (ports: IngestPorts, attempt: Attempt): Promise<ParsedDocument> => {
  if (attempt.parsed === null) await readParse(ports, attempt);
  if (attempt.parsed === null) throw new Terminal('INTERNAL', 'nothing was parsed');
  return attempt.parsed;
};

const noText = ({ pages, warnings }: ParsedDocument): Terminal => {
  const failed = warnings.filter(({ code }) => code === 'PAGE_FAILED').length;
  return pages.length > 0 && failed >= pages.length
    ? new Terminal('CORRUPT_FILE', 'none of its pages could be read')
    : new Terminal('NO_TEXT_FOUND', 'the document holds no text');
};

/** Longer, and whoever shares the thread notices: the bot answers its platform within seconds. ◦ */
const longestSliceMs = 20;

const draftsOf = async (
  { embedder: { profile, countTokens }, clock }: IngestPorts,
  attempt: Attempt,
  parsed: ParsedDocument,
): Promise<readonly DraftSegment[]> => {
  const drafts: DraftSegment[] = [];
  let sliceMs = clock.elapsedMs();
  for (const draft of segment(parsed, { fileName: fileNameOf(attempt), profile, countTokens })) {
    drafts.push(draft);
    if (clock.elapsedMs() - sliceMs < longestSliceMs) continue;
    await clock.sleep(0, attempt.signal);
    sliceMs = clock.elapsedMs();
  }
  return drafts;
};

const writeSegments: Step = async (ports, attempt) => {
  const { ingestions, embedder, segments } = ports;
  const { claim } = attempt;
  const parsed = await parsedOf(ports, attempt);
  const drafts = await draftsOf(ports, attempt, parsed);
  if (!drafts.some(({ body }) => /[\p{L}\p{N}]/u.test(body))) throw noText(parsed);
  const documentId = documentOf(attempt).id;
  const generation = await ingestions.allocateGeneration(claim, {
    embeddingFingerprint: embedder.profile.fingerprint,
    analyzerFingerprint,
  });
  attempt.version = { documentId, generation };
  attempt.segments = drafts.map((draft) => ({
    ...draft,
    id: segmentIdOf(documentId, generation, draft.order, draft.type),
    documentId,
    generation,
  }));
  await segments.write(claim, attempt.segments);
  return { kind: 'segmented' };
};

const versionOf = ({ version }: Attempt): DocumentVersion => {
  if (version === null) throw new Stale('this attempt allocated no generation');
  return version;
};

const writeVectors: Step = async ({ ingestions, embedder, vectors, clock }, attempt) => {
  const { claim, segments } = attempt;
  const progress = reportProgress(
    (value) => ingestions.commitProgress(claim, 'SEGMENTED', value),
    clock,
  );
  const signal = AbortSignal.any([attempt.signal, progress.signal]);
  const unit = { claim, version: versionOf(attempt), segments, embedder, vectors };
  try {
    attempt.embedded = await embed({ ...unit, onProgress: progress.report }, signal);
  } finally {
    await progress.settled();
  }
  signal.throwIfAborted();
  return { kind: 'embedded' };
};

const writeIndex: Step = async ({ segments: store, vectors, keywords, embedder }, attempt) => {
  const { workspaceId } = attempt.claim;
  const unit = { workspaceId, version: versionOf(attempt), segments: attempt.segments };
  const fileName = fileNameOf(attempt);
  const title = documentTitle(attempt.parsed?.title ?? null) ?? '';
  await index({ ...unit, title, fileName, embedder, store, vectors, keywords }, attempt.signal);
  return { kind: 'indexed' };
};

const makeVisible: Step = async ({ ingestions }, { claim, parsed, segments }) => {
  if (parsed === null) throw new Retryable('INTERNAL', 'this attempt parsed nothing');
  const { kind } = await activate(ingestions, claim, parsed, segments.length);
  return { kind: 'activated', result: kind };
};

/** Each step of an ingestion: acts through the ports and says what happened. */
export const ingestSteps: Readonly<Record<IngestionStep, Step>> = {
  download,
  parse: readParse,
  segment: writeSegments,
  embed: writeVectors,
  index: writeIndex,
  activate: makeVisible,
};
