import { describe, expect, it } from 'vitest';
import { Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import { ada, bea, claimOf, openLibrary, shareFile } from '#core/testing/contracts/stores.ts';
import type { Shared, Stores } from '#core/testing/contracts/stores.ts';
import { withDatabase } from '#core/testing/database.ts';
import { createScriptedParser } from '#core/testing/doubles/scripted-parser.ts';
import { createWordEmbedder } from '#core/testing/doubles/word-embedder.ts';
import { ingestStage, manualHash } from '#core/testing/ingest-stage.ts';
import { parsedWindow, picture } from '#core/testing/parsed-document.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { createIngest } from './ingest.ts';
import type { IngestDependencies } from './ingest.ts';

const { connection } = withDatabase();
const never = new AbortController().signal;

const opened = () => {
  const stores = storesOnPostgres(connection());
  return { stores, stage: ingestStage(stores) };
};

const ingest = async (stores: Stores, dependencies: IngestDependencies, id: string) =>
  createIngest(dependencies)(await claimOf(stores, 'ingestion', id), never);

const stateOf = async ({ ingestions }: Stores, { library, ingestionId }: Shared) => {
  const found = await ingestions.requests.find(library.workspaceId, ingestionId);
  if (found === null) throw new Error('the ingestion is gone');
  return found;
};

const shareManual = async (stores: Stores, name = 'manual.pdf') =>
  shareFile(stores, await openLibrary(stores), { name });

describe('an ingestion', () => {
  it('makes a shared file searchable: segments, vectors, terms, pictures, one active generation', async () => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores);
    await ingest(stores, stage.dependencies, shared.ingestionId);

    const { workspaceId } = shared.library;
    const { status, document } = await stateOf(stores, shared);
    expect(status).toBe('READY');
    expect(document).toMatchObject({ title: 'Pump manual', pageCount: 45, activeGeneration: 1 });
    const version = { documentId: document?.id ?? '', generation: 1 };
    const ids = await stores.segments.ids(workspaceId, version);
    expect(ids.length).toBeGreaterThan(5);
    expect((await stage.vectors.ids(workspaceId, 'words-1', version)).toSorted()).toEqual(
      ids.toSorted(),
    );
    expect((await stage.keywords.ids(workspaceId, version)).toSorted()).toEqual(ids.toSorted());
    const content = { workspaceId, contentHash: manualHash };
    expect(await stage.objects.list(content, '')).toEqual([
      'parse/0001',
      'parse/0002',
      'parse/0003',
      'picture/0001',
      'picture/0002',
      'picture/0003',
      'source',
    ]);
    const segments = await stores.segments.read(workspaceId, version, 0, 100);
    expect(segments.flatMap((one) => one.picture ?? [])).toEqual([1, 2, 3]);
    expect(stage.records.at(-1)).toMatchObject({
      event: 'ingestion',
      fields: { verdict: 'ready', pages: 45, segments: ids.length, embedded: ids.length },
    });
  });

  it('says that it needs the content before it stores the first byte', async () => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores);
    const order: string[] = [];
    const dependencies: IngestDependencies = {
      ...stage.dependencies,
      blobs: {
        intend: async (claim, contentHash) => {
          order.push('intend');
          await stores.blobs.intend(claim, contentHash);
        },
      },
      objects: {
        ...stage.objects,
        put: async (key, bytes) => {
          order.push(key.what);
          await stage.objects.put(key, bytes);
        },
      },
    };
    await ingest(stores, dependencies, shared.ingestionId);
    expect(order.slice(0, 4)).toEqual(['intend', 'source', 'intend', 'picture/0001']);
    expect(await stores.blobs.referenced(shared.library.workspaceId, manualHash)).toBe(true);
  });

  it('of content that is there already is skipped and parses nothing', async () => {
    const { stores, stage } = opened();
    const first = await shareManual(stores);
    await ingest(stores, stage.dependencies, first.ingestionId);
    const again = await shareFile(stores, first.library, { name: 'manual.pdf', by: bea });
    await ingest(stores, stage.dependencies, again.ingestionId);
    expect(await stateOf(stores, again)).toMatchObject({
      status: 'SKIPPED',
      skippedFor: { by: ada },
    });
    expect(stage.parser.parsed).toEqual([1, 21, 41]);
  });

  it('of the same bytes in another channel reuses the parse and the vectors', async () => {
    const { stores, stage } = opened();
    const first = await shareManual(stores);
    await ingest(stores, stage.dependencies, first.ingestionId);
    const made = stage.embedder.embedded.length;
    const elsewhere = await openLibrary(stores, first.library.workspaceId);
    const again = await shareFile(stores, elsewhere, { name: 'manual.pdf' });
    await ingest(stores, stage.dependencies, again.ingestionId);
    expect(await stateOf(stores, again)).toMatchObject({ status: 'READY' });
    expect(stage.parser.parsed).toEqual([1, 21, 41]);
    expect(stage.embedder.embedded).toHaveLength(made);
  });

  it('under another embedding profile builds a generation with vectors of that profile only', async () => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores);
    await ingest(stores, stage.dependencies, shared.ingestionId);
    const { workspaceId } = shared.library;
    const documentId = (await stateOf(stores, shared)).document?.id ?? '';
    const again = await stores.ingestions.requests.reindex(workspaceId, documentId);
    const embedder = createWordEmbedder({ fingerprint: 'words-2' });
    await ingest(stores, { ...stage.dependencies, embedder }, again ?? '');
    const version = { documentId, generation: 2 };
    const ids = await stores.segments.ids(workspaceId, version);
    expect(await stage.vectors.ids(workspaceId, 'words-2', version)).toHaveLength(ids.length);
    expect(await stage.vectors.ids(workspaceId, 'words-1', version)).toEqual([]);
    expect(stage.parser.parsed).toEqual([1, 21, 41]);
  });
});

describe('an ingestion that fails', () => {
  it('for good ends at once, with stage, code and reason', async () => {
    const { stores, stage } = opened();
    const parser = createScriptedParser(() => {
      throw new Terminal('PASSWORD_REQUIRED', 'it is locked');
    });
    const shared = await shareManual(stores);
    await ingest(stores, { ...stage.dependencies, parser }, shared.ingestionId);
    expect(await stateOf(stores, shared)).toMatchObject({
      status: 'FAILED',
      failure: { stage: 'DOWNLOADED', code: 'PASSWORD_REQUIRED', message: 'it is locked' },
    });
  });

  it.each([
    ['a missing file', 'missing.pdf', 'DOWNLOAD_FAILED'],
    ['too large a file', 'manual.pdf', 'TOO_LARGE'],
  ])('on %s says so', async (_name, fileName, code) => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores, fileName);
    const dependencies = {
      ...stage.dependencies,
      maximumFileBytes: code === 'TOO_LARGE' ? 2 : 100,
    };
    await ingest(stores, dependencies, shared.ingestionId);
    expect(await stateOf(stores, shared)).toMatchObject({ status: 'FAILED', failure: { code } });
  });

  it('is never ready with nothing in it', async () => {
    const { stores, stage } = opened();
    const parser = createScriptedParser(() => parsedWindow([picture({})]));
    const shared = await shareManual(stores);
    await ingest(stores, { ...stage.dependencies, parser }, shared.ingestionId);
    expect(await stateOf(stores, shared)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'NO_TEXT_FOUND' },
      document: { activeGeneration: 0 },
    });
  });

  it('for now comes back by itself five times, then fails, and a person may retry it', async () => {
    const { stores, stage } = opened();
    const { embedTexts, ...rest } = stage.embedder;
    const broken = {
      ...rest,
      embedTexts: () =>
        Promise.reject(new Retryable('EMBEDDING_THROTTLED', 'later', { afterMs: 9 })),
    };
    const dependencies = { ...stage.dependencies, embedder: broken };
    const shared = await shareManual(stores);
    const { workspaceId } = shared.library;
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect((await stateOf(stores, shared)).status).toBe('LIVE');
      await ingest(stores, dependencies, shared.ingestionId);
      await stores.hands.passTime(workspaceId, 'ingestion', 1_000_000);
    }
    expect(await stateOf(stores, shared)).toMatchObject({
      status: 'FAILED',
      failure: { stage: 'SEGMENTED', code: 'EMBEDDING_THROTTLED' },
    });
    expect(stage.parser.parsed).toEqual([1, 21, 41]);

    await stores.ingestions.requests.retry(workspaceId, shared.ingestionId);
    await ingest(
      stores,
      { ...dependencies, embedder: { ...rest, embedTexts } },
      shared.ingestionId,
    );
    expect(await stateOf(stores, shared)).toMatchObject({ status: 'READY' });
  });

  it('to index every segment is not activated', async () => {
    const { stores, stage } = opened();
    const { write, ...rest } = stage.keywords;
    const keywords: IngestDependencies['keywords'] = {
      ...rest,
      write: (workspaceId, version, terms) => write(workspaceId, version, terms.slice(1)),
    };
    const shared = await shareManual(stores);
    await ingest(stores, { ...stage.dependencies, keywords }, shared.ingestionId);
    expect(await stateOf(stores, shared)).toMatchObject({
      status: 'LIVE',
      document: { activeGeneration: 0 },
    });
    expect(stage.records.at(-1)?.fields).toMatchObject({
      verdict: 'deferred',
      code: 'INDEX_INCOMPLETE',
    });
  });
});

describe('an ingestion that is interrupted', () => {
  it('by a forgotten document stops at its next commit and stays invisible', async () => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores);
    const { workspaceId } = shared.library;
    const keywords: IngestDependencies['keywords'] = {
      ...stage.keywords,
      refresh: async () => {
        const documentId = (await stateOf(stores, shared)).document?.id ?? '';
        await stores.documents.forget(workspaceId, documentId, ada);
        await stage.keywords.refresh();
      },
    };
    await expect(
      ingest(stores, { ...stage.dependencies, keywords }, shared.ingestionId),
    ).rejects.toThrow(Stale);
    expect((await stateOf(stores, shared)).status).toBe('CANCELLED');
    expect(await stores.documents.list(workspaceId, shared.library.id)).toEqual([]);
  });

  it('by a cancel while it parses stops the parser within a page', async () => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores);
    const { workspaceId } = shared.library;
    const base = createScriptedParser(
      (_request, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    );
    const parser: IngestDependencies['parser'] = {
      ...base,
      parse: async (request, onPage, signal) => {
        await stores.ingestions.requests.cancel(workspaceId, shared.ingestionId, ada);
        onPage(1, 20);
        return base.parse(request, onPage, signal);
      },
    };
    await expect(
      ingest(stores, { ...stage.dependencies, parser }, shared.ingestionId),
    ).rejects.toThrow(Stale);
    expect((await stateOf(stores, shared)).status).toBe('CANCELLED');
  });

  it('that lost its lease can neither write nor end what the next attempt does', async () => {
    const { stores, stage } = opened();
    const shared = await shareManual(stores);
    const late = await claimOf(stores, 'ingestion', shared.ingestionId);
    await stores.hands.endLease(late);
    await ingest(stores, stage.dependencies, shared.ingestionId);
    await expect(createIngest(stage.dependencies)(late, never)).rejects.toThrow(Stale);
    expect(await stateOf(stores, shared)).toMatchObject({ status: 'READY' });
  });
});
