import { describe, expect, it } from 'vitest';
import { Retryable } from '#core/domain/errors.ts';
import { ada, claimOf, openLibrary, shareFile } from '#core/testing/contracts/stores.ts';
import { withDatabase } from '#core/testing/database.ts';
import { ingestStage, manualHash } from '#core/testing/ingest-stage.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { createCleanup } from './cleanup.ts';
import { createIngest } from './ingest.ts';

const { connection } = withDatabase();
const never = new AbortController().signal;
const hour = 3_600_000;

const down = () => Promise.reject(new Retryable('INDEX_UNAVAILABLE', 'down'));

/** A document that was indexed twice: generation 1 is to be cleaned, generation 2 answers. */
const reindexed = async () => {
  const stores = storesOnPostgres(connection());
  const stage = ingestStage(stores);
  const library = await openLibrary(stores);
  const { ingestionId } = await shareFile(stores, library, { name: 'manual.pdf' });
  const { workspaceId } = library;
  const ingest = createIngest(stage.dependencies);
  await ingest(await claimOf(stores, 'ingestion', ingestionId), never);
  const found = await stores.ingestions.requests.find(workspaceId, ingestionId);
  const documentId = found?.document?.id ?? '';
  const again = await stores.ingestions.requests.reindex(workspaceId, documentId);
  await ingest(await claimOf(stores, 'ingestion', again ?? ''), never);
  const held = async (generation: number) => {
    const version = { documentId, generation };
    const ids = await Promise.all([
      stores.segments.ids(workspaceId, version),
      stage.vectors.ids(workspaceId, 'words-1', version),
      stage.keywords.ids(workspaceId, version),
    ]);
    return ids.map((list) => list.length);
  };
  const clean = async (changed: Partial<Parameters<typeof createCleanup>[0]> = {}) => {
    await stores.hands.passTime(workspaceId, 'cleanup', hour);
    const claims = await stores.work.claim('cleanup', 'worker', 100);
    const { cleanups, segments, work } = stores;
    const { vectors, keywords, objects, dependencies } = stage;
    const cleanup = createCleanup({
      cleanups,
      segments,
      work,
      vectors,
      keywords,
      objects,
      log: dependencies.log,
      ...changed,
    });
    for (const claim of claims) await cleanup(claim, never);
    return claims.length;
  };
  return { stores, stage, library, documentId, held, clean };
};

describe('clean-up', () => {
  it('removes what was superseded from every store and leaves what answers', async () => {
    const { held, clean, stage, library } = await reindexed();
    const before = await held(2);
    expect(await held(1)).toEqual(before);
    expect(await clean()).toBe(1);
    expect(await held(1)).toEqual([0, 0, 0]);
    expect(await held(2)).toEqual(before);
    const content = { workspaceId: library.workspaceId, contentHash: manualHash };
    expect(await stage.objects.list(content, 'source')).toEqual(['source']);
    expect(await clean()).toBe(0);
  });

  it('removes a forgotten document with its files', async () => {
    const { stores, held, clean, stage, library, documentId } = await reindexed();
    await stores.documents.forget(library.workspaceId, documentId, ada);
    await clean();
    expect(await held(1)).toEqual([0, 0, 0]);
    expect(await held(2)).toEqual([0, 0, 0]);
    const content = { workspaceId: library.workspaceId, contentHash: manualHash };
    expect(await stage.objects.list(content, '')).toEqual([]);
  });

  it('that fails comes back later and then finishes', async () => {
    const { held, clean, stage } = await reindexed();
    await clean({ vectors: { ...stage.vectors, remove: down } });
    expect((await held(1))[1]).toBeGreaterThan(0);
    expect(stage.records.at(-1)).toMatchObject({
      event: 'cleanup-deferred',
      fields: { code: 'INDEX_UNAVAILABLE' },
    });
    expect(await clean()).toBe(1);
    expect(await held(1)).toEqual([0, 0, 0]);
  });
});
