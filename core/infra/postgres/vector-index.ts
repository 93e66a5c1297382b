import type { DocumentVersion } from '#core/domain/document.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection } from './connect.ts';
import { cancellable } from './cancellable.ts';

/** Rows of one insert: a vector is a long parameter. */
const batchSize = 200;

/** Rows that may be written before the planner is told of them. ◦ */
const readAfter = 500;

const toText = (vector: Float32Array): string => `[${vector.join(',')}]`;
const fromText = (text: string): Float32Array =>
  Float32Array.from(text.slice(1, -1).split(','), Number);

/**
 * Exact search over the scoped generations: at the sizes of one machine a scan is faster than an
 * index is built, and complete however small the scope. A cast to half precision at query time costs
 * more than it saves.
 */
export const createVectorIndex = (connection: Connection): VectorIndex => ({
  ...writes(connection),
  ...reads(connection),
});

const writes = (connection: Connection): Pick<VectorIndex, 'write' | 'remove'> => {
  let unread = 0;
  /** The planner has to know how large a document is; nothing else tells it in the embedded engine. */
  const read = async (written: number): Promise<void> => {
    unread += written;
    if (unread < readAfter) return;
    unread = 0;
    await connection.run((sql) => sql`analyze vectors`);
  };
  return {
    write: async (claim, version, fingerprint, vectors) => {
      await connection.transaction(async (transaction) => {
        await lockClaimed(transaction, claim);
        for (let from = 0; from < vectors.length; from += batchSize) {
          const batch = vectors.slice(from, from + batchSize);
          await transaction`
          insert into vectors (segment_id, workspace_id, document_id, generation, fingerprint,
            content_hash, embedding)
          select id, ${claim.workspaceId}, ${version.documentId}, ${version.generation},
            ${fingerprint}, hash, embedding::vector
          from unnest(${batch.map(({ segmentId }) => segmentId)}::text[],
            ${batch.map(({ contentHash }) => contentHash)}::text[],
            ${batch.map(({ vector }) => toText(vector))}::text[]) as v (id, hash, embedding)
          on conflict (segment_id, fingerprint) do nothing`;
        }
      });
      await read(vectors.length);
    },

    remove: (workspaceId, version) =>
      connection.run(async (sql) => {
        await sql`
        delete from vectors where workspace_id = ${workspaceId}
          and document_id = ${version.documentId} and generation = ${version.generation}`;
      }),
  };
};

const reads = (connection: Connection): Pick<VectorIndex, 'reuse' | 'search' | 'ids'> => ({
  reuse: (workspaceId, fingerprint, hashes) =>
    connection.run(async (sql) => {
      const rows = await sql<{ content_hash: string; embedding: string }[]>`
        select distinct on (content_hash) content_hash, embedding::text as embedding from vectors
        where workspace_id = ${workspaceId} and fingerprint = ${fingerprint}
          and content_hash = any(${[...hashes]})
        order by content_hash`;
      return new Map(rows.map((row) => [row.content_hash, fromText(row.embedding)]));
    }),

  search: (workspaceId, fingerprint, versions, vector, limit, signal) =>
    connection.run(async (sql) => {
      const rows = await cancellable(
        // Both vectors are normalised: the inner product is the cosine, and the cheapest to compute.
        sql<{ segment_id: string; distance: number }[]>`
          select v.segment_id, v.embedding <#> ${toText(vector)}::vector as distance
          from vectors v
          -- The ids alone find a small scope by its index; the pairs say which generation of each.
          where v.document_id = any(${documentIds(versions)}::text[])
            and (v.document_id, v.generation) in (select * from unnest(
              ${documentIds(versions)}::text[], ${generations(versions)}::int[]))
            and v.workspace_id = ${workspaceId} and v.fingerprint = ${fingerprint}
          order by distance, v.segment_id
          limit ${limit}`,
        signal,
      );
      return rows.map(({ segment_id: segmentId, distance }, index) => ({
        segmentId,
        rank: index + 1,
        score: -distance,
      }));
    }),

  ids: (workspaceId, fingerprint, version) =>
    connection.run(async (sql) => {
      const rows = await sql<{ segment_id: string }[]>`
        select segment_id from vectors where workspace_id = ${workspaceId}
          and fingerprint = ${fingerprint} and document_id = ${version.documentId}
          and generation = ${version.generation}`;
      return rows.map((row) => row.segment_id);
    }),
});

const documentIds = (versions: readonly DocumentVersion[]): string[] =>
  versions.map(({ documentId }) => documentId);
const generations = (versions: readonly DocumentVersion[]): number[] =>
  versions.map(({ generation }) => generation);
