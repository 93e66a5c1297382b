import type { Library } from '#core/domain/library.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Libraries } from '#core/ports/libraries.ts';
import type { Connection } from './connect.ts';
import type { libraries } from './schema/libraries.ts';

export type LibraryRow = Omit<typeof libraries.$inferSelect, 'created_at'>;

export const libraryOf = (row: LibraryRow): Library => ({
  id: row.id,
  workspaceId: row.workspace_id,
  platform: row.platform,
  channelId: row.channel_id,
  name: row.name,
});

export const createLibraries = (connection: Connection, ids: Ids): Libraries => ({
  ensureWorkspace: (workspaceId, platform, name) =>
    connection.run(async (sql) => {
      await sql`
        insert into workspaces (id, platform, name) values (${workspaceId}, ${platform}, ${name})
        on conflict (id) do update set name = excluded.name`;
    }),

  ensure: (workspaceId, platform, channelId, name) =>
    connection.run(async (sql) => {
      const rows = await sql<LibraryRow[]>`
        insert into libraries (id, workspace_id, platform, channel_id, name)
        values (${ids.next()}, ${workspaceId}, ${platform}, ${channelId}, ${name})
        on conflict (workspace_id, platform, channel_id) do update set name = excluded.name
        returning id, workspace_id, platform, channel_id, name`;
      return only(rows.map(libraryOf));
    }),

  find: (workspaceId, libraryId) =>
    connection.run(async (sql) => {
      const rows = await sql<LibraryRow[]>`
        select id, workspace_id, platform, channel_id, name from libraries
        where workspace_id = ${workspaceId} and id = ${libraryId}`;
      return rows.map(libraryOf)[0] ?? null;
    }),

  byChannel: (workspaceId, platform, channelId) =>
    connection.run(async (sql) => {
      const rows = await sql<LibraryRow[]>`
        select id, workspace_id, platform, channel_id, name from libraries
        where workspace_id = ${workspaceId} and platform = ${platform} and channel_id = ${channelId}`;
      return rows.map(libraryOf)[0] ?? null;
    }),

  list: (workspaceId) =>
    connection.run(async (sql) => {
      const rows = await sql<LibraryRow[]>`
        select id, workspace_id, platform, channel_id, name from libraries
        where workspace_id = ${workspaceId} order by created_at, id`;
      return rows.map(libraryOf);
    }),
});

const only = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement with "returning" returned nothing');
  return row;
};
