import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParser } from '#core/infra/docling/parser.ts';
import { claimOf, openLibrary, shareFile } from '#core/testing/contracts/stores.ts';
import { withDatabase } from '#core/testing/database.ts';
import { ingestStage } from '#core/testing/ingest-stage.ts';
import { hasSidecar, startRealSidecar } from '#core/testing/real-sidecar.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { createIngest } from './ingest.ts';

const samples = fileURLToPath(new URL('../samples', import.meta.url));
const { connection } = withDatabase();
let started: Awaited<ReturnType<typeof startRealSidecar>>;

beforeAll(async () => {
  if (hasSidecar) started = await startRealSidecar();
});

afterAll(async () => {
  if (hasSidecar) await started.sidecar.stop();
});

const ingest = async (fileName: string) => {
  const stores = storesOnPostgres(connection());
  const { sidecar, embedder, clock, log } = started;
  const stage = ingestStage(stores);
  const bytes = readFileSync(`${samples}/${fileName}`);
  const library = await openLibrary(stores);
  const { ingestionId } = await shareFile(stores, library, { name: fileName });
  const claim = await claimOf(stores, 'ingestion', ingestionId);
  const perform = createIngest({
    ...stage.dependencies,
    embedder,
    parser: createParser({ sidecar, clock, log }),
    files: {
      playground: { fetch: async () => ({ bytes, mediaType: 'application/octet-stream' }) },
    },
    maximumFileBytes: 50_000_000,
  });
  await perform(claim, new AbortController().signal);
  const found = await stores.ingestions.requests.find(library.workspaceId, ingestionId);
  const version = { documentId: found?.document?.id ?? '', generation: 1 };
  const segments = await stores.segments.read(library.workspaceId, version, 0, 1_000);
  return { found, segments, record: stage.records.at(-1)?.fields };
};

describe.skipIf(!hasSidecar)('the bundled samples', () => {
  it('become searchable: a PDF with a table over two pages, as one table', async () => {
    const { found, segments, record } = await ingest('larkspur-400-manual.pdf');
    expect(found).toMatchObject({ status: 'READY', document: { pageCount: 12 } });
    expect(segments.every(({ tokenCount }) => tokenCount <= 256)).toBe(true);
    expect(record).toMatchObject({ verdict: 'ready', segments: segments.length });
    expect(segments.some(({ type }) => type === 'TABLE')).toBe(true);
    expect(segments.every(({ pages, boxes }) => pages.length > 0 && boxes.length > 0)).toBe(true);
  });

  it('become searchable: a Chinese PDF', async () => {
    const { found, segments } = await ingest('shanque-20-shuomingshu.pdf');
    expect(found).toMatchObject({ status: 'READY' });
    expect(segments.filter(({ body }) => /\p{Script=Han}{4}/u.test(body)).length).toBeGreaterThan(
      3,
    );
  });

  it('become searchable: a Markdown manual', async () => {
    const { found, segments } = await ingest('larkctl-manual.md');
    expect(found).toMatchObject({ status: 'READY', document: { pageCount: 0 } });
    expect(segments.every(({ pages }) => pages.length === 0)).toBe(true);
    expect(segments.some(({ headingPath }) => headingPath.length > 1)).toBe(true);
  });
});
