import type { DocumentVersion } from '#core/domain/document.ts';
import type { ScopedDocument, ScopeRequest } from '#core/domain/scope.ts';
import type { Scopes } from '#core/ports/scopes.ts';
import type { Connection } from './connect.ts';

type Row = {
  id: string;
  active_generation: number;
  name: string;
  title: string | null;
  shared_names: string[];
};

export const createScopes = (connection: Connection): Scopes => ({
  resolve: (workspaceId, readable, request) =>
    connection.run(async (sql) => {
      const asked = request.kind === 'documents' ? [...request.documentIds] : null;
      const posted = request.kind === 'message' ? request.messageId : null;
      const rows = await sql<Row[]>`
        select d.id, d.active_generation, d.name, d.title,
          array(select s.file_name from shares s
            where s.document_id = d.id and s.deleted_at is null) as shared_names
        from documents d
        where d.workspace_id = ${workspaceId} and d.library_id = any(${[...readable]})
          and d.deleted_at is null and d.active_generation > 0
          and (${asked}::text[] is null or d.id = any(${asked}::text[]))
          and (${posted}::text is null or exists (select 1 from shares s
            where s.document_id = d.id and s.message_id = ${posted} and s.deleted_at is null))
        order by d.created_at, d.id`;
      const [onTheirWay] = await sql<{ count: number }[]>`
        select count(*)::int as count from ingestions i join shares s on s.id = i.share_id
        where i.workspace_id = ${workspaceId} and i.library_id = any(${[...readable]})
          and i.status = 'LIVE' and i.kind = 'share'
          and (${asked}::text[] is null or i.document_id = any(${asked}::text[]))
          and (${posted}::text is null or s.message_id = ${posted})`;
      return {
        libraryIds: readable,
        request,
        documents: named(rows, request).map(scopedOf),
        indexing: onTheirWay?.count ?? 0,
      };
    }),

  stillActive: (workspaceId, versions) =>
    connection.run(async (sql) => {
      const rows = await sql<{ id: string; active_generation: number }[]>`
        select d.id, d.active_generation
        from unnest(${versions.map((version) => version.documentId)}::text[],
          ${versions.map((version) => version.generation)}::int[])
          with ordinality as asked (document_id, generation, place)
        join documents d on d.id = asked.document_id and d.active_generation = asked.generation
        where d.workspace_id = ${workspaceId} and d.deleted_at is null
        order by asked.place`;
      return rows.map((row): DocumentVersion => ({
        documentId: row.id,
        generation: row.active_generation,
      }));
    }),
});

const scopedOf = (row: Row): ScopedDocument => ({
  documentId: row.id,
  generation: row.active_generation,
  name: row.name,
  title: row.title,
});

/**
 * Documents that are called so: by the whole name where one is (with or without the file's
 * extension), else by a part of it. Compared here, because not every database folds all scripts.
 */
const named = (rows: readonly Row[], request: ScopeRequest): readonly Row[] => {
  if (request.kind !== 'named') return rows;
  const wanted = folded(request.name);
  if (wanted === '') return [];
  const whole = rows.filter((row) => namesOf(row).some((name) => name === wanted));
  if (whole.length > 0) return whole;
  return rows.filter((row) => namesOf(row).some((name) => name.includes(wanted)));
};

const namesOf = (row: Row): readonly string[] =>
  [row.name, row.title ?? '', ...row.shared_names].flatMap((name) => {
    const whole = folded(name);
    return [whole, whole.replace(/\.[\p{L}\p{N}]{1,5}$/u, '')];
  });

const folded = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
