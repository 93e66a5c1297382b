import type { Citation } from '#core/domain/answer.ts';
import type { Citations } from '#core/ports/citations.ts';
import type { Connection } from './connect.ts';
import { libraryOf } from './libraries.ts';
import type { LibraryRow } from './libraries.ts';

type Row = {
  citation: Citation;
  media_type: string;
  page_count: number;
  superseded: boolean;
  library: LibraryRow;
};

export const createCitations = (connection: Connection): Citations => ({
  resolve: (citationId) =>
    connection.run(async (sql) => {
      const rows = await sql<Row[]>`
        select c.citation, d.media_type, to_jsonb(l) as library,
          coalesce(cited.page_count, d.page_count, 0) as page_count,
          coalesce(active.content_hash <> c.source_hash, false) as superseded
        from citations c
        join documents d on d.id = c.document_id and d.deleted_at is null
        join libraries l on l.id = d.library_id
        left join generations cited
          on cited.document_id = c.document_id and cited.number = c.generation
        left join generations active
          on active.document_id = d.id and active.number = d.active_generation
        where c.id = ${citationId} and c.blanked_at is null`;
      const [row] = rows;
      if (row === undefined) return { kind: 'gone' };
      const library = libraryOf(row.library);
      return {
        kind: 'open',
        workspaceId: library.workspaceId,
        library,
        citation: row.citation,
        pageCount: row.page_count,
        mediaType: row.media_type,
        superseded: row.superseded,
      };
    }),
});
