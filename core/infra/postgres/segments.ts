import type { DocumentVersion } from '#core/domain/document.ts';
import type { SegmentId, WorkspaceId } from '#core/domain/ids.ts';
import type { ConfirmedSegment, Segment } from '#core/domain/segment.ts';
import type { Segments } from '#core/ports/segments.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection, Queryable } from './connect.ts';
import { asJson } from './json.ts';
import type { segments } from './schema/documents.ts';

type Row = typeof segments.$inferSelect;
type ConfirmedRow = Row & { name: string; title: string | null; source_hash: string };

const segmentOf = (row: Row): Segment => ({
  id: row.id,
  documentId: row.document_id,
  generation: row.generation,
  order: row.order,
  type: row.type,
  header: row.header,
  headingPath: row.heading_path,
  body: row.body,
  pages: row.pages,
  boxes: row.boxes,
  contentHash: row.content_hash,
  tokenCount: row.token_count,
  picture: row.picture,
});

/** Rows of one insert: parameters of one statement are limited to 65,535. */
const batchSize = 500;

export const createSegments = (connection: Connection): Segments => ({
  write: (claim, segments) =>
    connection.transaction(async (transaction) => {
      await lockClaimed(transaction, claim);
      for (let from = 0; from < segments.length; from += batchSize) {
        const rows = segments
          .slice(from, from + batchSize)
          .map((segment) => rowFor(transaction, claim.workspaceId, segment));
        await transaction`insert into segments ${transaction(rows)} on conflict (id) do nothing`;
      }
    }),

  ids: (workspaceId, version) =>
    connection.run(async (sql) => {
      const rows = await sql<{ id: string }[]>`
        select id from segments where workspace_id = ${workspaceId}
          and document_id = ${version.documentId} and generation = ${version.generation}
        order by "order", type`;
      return rows.map((row) => row.id);
    }),

  read: (workspaceId, version, fromOrder, limit) =>
    connection.run(async (sql) => {
      const rows = await sql<Row[]>`
        select * from segments where workspace_id = ${workspaceId}
          and document_id = ${version.documentId} and generation = ${version.generation}
          and "order" >= ${fromOrder}
        order by "order", type limit ${limit}`;
      return rows.map(segmentOf);
    }),

  confirm: (workspaceId, versions, ids) =>
    connection.run((sql) => confirm(sql, workspaceId, versions, ids)),

  neighbours: (workspaceId, around, distance) =>
    connection.run(async (sql) => {
      if (around.length === 0) return [];
      const rows = await sql<Row[]>`
        select distinct s.* from unnest(${around.map((s) => s.documentId)}::text[],
          ${around.map((s) => s.generation)}::int[], ${around.map((s) => s.order)}::int[])
          as a (document_id, generation, "order")
        join segments s on s.document_id = a.document_id and s.generation = a.generation
          and s."order" between a."order" - ${distance} and a."order" + ${distance}
        where s.workspace_id = ${workspaceId}
        order by s.document_id, s."order"`;
      return rows.map(segmentOf);
    }),

  remove: (workspaceId, version) =>
    connection.run(async (sql) => {
      await sql`
        delete from segments where workspace_id = ${workspaceId}
          and document_id = ${version.documentId} and generation = ${version.generation}`;
    }),
});

/**
 * The gate of `Segments.confirm`. Segments are found by their ids and never by way of the versions,
 * which may name whole libraries; the versions are compared here.
 */
const confirm = async (
  sql: Queryable,
  workspaceId: WorkspaceId,
  versions: readonly DocumentVersion[],
  ids: readonly SegmentId[],
): Promise<readonly ConfirmedSegment[]> => {
  if (ids.length === 0 || versions.length === 0) return [];
  const rows = await sql<ConfirmedRow[]>`
    with found as materialized (
      select * from segments where id = any(${[...ids]}) and workspace_id = ${workspaceId}
    )
    select s.*, d.name, d.title, g.content_hash as source_hash from found s
    join documents d on d.id = s.document_id and d.active_generation = s.generation
    join generations g on g.document_id = s.document_id and g.number = s.generation
    where d.workspace_id = ${workspaceId} and d.deleted_at is null`;
  const wanted = new Set(versions.map((one) => `${one.generation} ${one.documentId}`));
  const confirmed = new Map(
    rows
      .filter((row) => wanted.has(`${row.generation} ${row.document_id}`))
      .map((row): [SegmentId, ConfirmedSegment] => [
        row.id,
        {
          ...segmentOf(row),
          documentName: row.title ?? row.name,
          documentTitle: row.title,
          fileName: row.name,
          sourceHash: row.source_hash,
        },
      ]),
  );
  return ids.flatMap((id) => confirmed.get(id) ?? []);
};

const rowFor = (sql: Queryable, workspaceId: WorkspaceId, segment: Segment) => ({
  id: segment.id,
  workspace_id: workspaceId,
  document_id: segment.documentId,
  generation: segment.generation,
  order: segment.order,
  type: segment.type,
  header: segment.header,
  heading_path: asJson(sql, segment.headingPath),
  body: segment.body,
  pages: asJson(sql, segment.pages),
  boxes: asJson(sql, segment.boxes),
  content_hash: segment.contentHash,
  token_count: segment.tokenCount,
  picture: segment.picture,
});
