import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentIdOf } from '#core/domain/ids.ts';
import { connect } from '#core/infra/postgres/connect.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import { migrate } from '#core/infra/postgres/migrate.ts';
import { analyze, analyzerFingerprint } from '#core/text/analysis/analyze.ts';
import { seededRandom } from '#core/testing/seeded-random.ts';
import { startDatabase } from '#embedded/database.ts';
import { createStores } from '#embedded/stores.ts';
import type { Stores } from '#embedded/stores.ts';

export type SyntheticLibrary = {
  readonly stores: Stores;
  readonly connection: Connection;
  readonly workspaceId: string;
  readonly libraryId: string;
  readonly documentIds: readonly string[];
  /** A question of `words` words that occur in the library. */
  readonly question: (words: number) => string;
  readonly stop: () => Promise<void>;
};

const workspaceId = 'bench';
const segmentsOfDocument = 100;
const wordsOfSegment = 120;
const vocabulary = 20_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * An embedded library of `size` segments, 100 a document: words of a vocabulary of 20,000, the n-th as
 * often as 1/n (Zipf), and random unit vectors under the given fingerprint. Written past the product's
 * ingestion, which is not what is measured.
 */
export const synthesise = async (
  size: number,
  profile: { readonly fingerprint: string; readonly dimensions: number },
): Promise<SyntheticLibrary> => {
  const folder = mkdtempSync(join(tmpdir(), 'anchr-latency-'));
  const database = await startDatabase({ folder: join(folder, 'database'), log: silent });
  const connection = connect(database.address);
  await migrate(connection);
  const stores = createStores(connection, folder, silent);
  await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'Bench');
  const { id } = await stores.libraries.ensure(workspaceId, 'playground', 'bench', 'bench');
  const random = seededRandom(1);
  const documentIds: string[] = [];
  for (let from = 0; from < size; from += segmentsOfDocument) {
    const bodies = Array.from({ length: Math.min(segmentsOfDocument, size - from) }, () =>
      wordsOf(random, wordsOfSegment),
    );
    documentIds.push(await writeDocument({ stores, connection, libraryId: id, profile }, bodies));
  }
  await stores.keywords.refresh();
  await connection.sql.unsafe('analyze');
  return {
    stores,
    connection,
    workspaceId,
    libraryId: id,
    documentIds,
    question: (words) => wordsOf(random, words),
    stop: async () => {
      await connection.close();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Words by rank: "w17" is the 17th most frequent. */
const wordsOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => `wort${Math.floor(vocabulary ** random())}`).join(' ');

type Place = {
  readonly stores: Stores;
  readonly connection: Connection;
  readonly libraryId: string;
  readonly profile: { readonly fingerprint: string; readonly dimensions: number };
};

const writeDocument = async (
  { stores, connection, libraryId, profile }: Place,
  bodies: readonly string[],
): Promise<string> => {
  const { sql } = connection;
  const id = randomUUID();
  const segments = bodies.map((body, order) => ({
    id: segmentIdOf(id, 1, order, 'TEXT'),
    body,
    order,
  }));
  const ids = segments.map((segment) => segment.id);
  await sql`
    insert into documents (id, workspace_id, library_id, name, content_hash, media_type, byte_size,
      page_count, active_generation, highest_generation)
    values (${id}, ${workspaceId}, ${libraryId}, ${`${id}.pdf`}, ${id}, 'application/pdf', 1, 10, 1, 1)`;
  await sql`
    insert into generations (workspace_id, document_id, number, status, content_hash,
      embedding_fingerprint, analyzer_fingerprint, segment_count, page_count)
    values (${workspaceId}, ${id}, 1, 'active', ${id}, ${profile.fingerprint},
      ${analyzerFingerprint}, ${bodies.length}, 10)`;
  await sql`
    insert into segments (id, workspace_id, document_id, generation, "order", type, header,
      heading_path, body, pages, boxes, content_hash, token_count)
    select s.id, ${workspaceId}, ${id}, 1, s.place - 1, 'TEXT', 'Handbook', '[]', s.body, '[1]', '[]',
      s.id, 200
    from unnest(${ids}::text[], ${[...bodies]}::text[]) with ordinality as s (id, body, place)`;
  await sql`
    insert into vectors (segment_id, workspace_id, document_id, generation, fingerprint,
      content_hash, embedding)
    select s.id, ${workspaceId}, ${id}, 1, ${profile.fingerprint}, s.id,
      l2_normalize((array_agg(random() - 0.5))::vector)
    from unnest(${ids}::text[]) as s (id), generate_series(1, ${profile.dimensions})
    group by s.id`;
  await stores.keywords.write(
    workspaceId,
    { documentId: id, generation: 1 },
    segments.map((segment) => ({ segmentId: segment.id, terms: analyze(segment.body) })),
  );
  return id;
};
