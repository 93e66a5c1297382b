import type { Person } from '#core/domain/ids.ts';
import type {
  PlaygroundChannel,
  PlaygroundContent,
  PlaygroundMessage,
} from '#core/domain/playground.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import type { Connection, Transaction } from './connect.ts';
import { asJson } from './json.ts';

type Row = {
  id: string;
  channel_id: string;
  thread_id: string | null;
  author: Person | null;
  content: PlaygroundContent;
  version: number;
  created_at: Date;
  deleted_at: Date | null;
};

/** Any number that nothing else locks by. */
const writersLock = 7_244_912;

export const createPlaygroundMessages = (connection: Connection): PlaygroundMessages => {
  /**
   * One writer at a time: versions become visible in ascending order, so whoever asked for what
   * came after a version never misses one that was given earlier and committed later.
   */
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    connection.transaction(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${writersLock})`;
      return work(transaction);
    });

  return {
    ...reads(connection),

    post: (workspaceId, message) =>
      write(async (transaction) => {
        const author = message.author === 'anchr' ? null : asJson(transaction, message.author);
        const [row] = await transaction<Row[]>`
          insert into playground_messages
            (workspace_id, id, channel_id, thread_id, author, content, version)
          values (${workspaceId}, ${message.id}, ${message.channelId}, ${message.threadId}, ${author},
            ${asJson(transaction, message.content)}, nextval('playground_version'))
          returning *`;
        if (row === undefined) throw new Error('an insert returned nothing');
        return messageOf(row);
      }),

    edit: (workspaceId, id, content) =>
      write(async (transaction) => {
        const rows = await transaction`
          update playground_messages set content = ${asJson(transaction, content)},
            version = nextval('playground_version')
          where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null returning 1`;
        return rows.length > 0;
      }),

    remove: (workspaceId, id) =>
      write(async (transaction) => {
        const nothing = { kind: 'text', text: '', files: [] } satisfies PlaygroundContent;
        const rows = await transaction<{ id: string }[]>`
          update playground_messages set content = ${asJson(transaction, nothing)},
            version = nextval('playground_version'), deleted_at = now()
          where workspace_id = ${workspaceId} and (id = ${id} or thread_id = ${id})
            and deleted_at is null
          returning id`;
        return rows.some((row) => row.id === id);
      }),
  };
};

const reads = (
  connection: Connection,
): Pick<PlaygroundMessages, 'channels' | 'find' | 'since'> => ({
  channels: (workspaceId) =>
    connection.run(async (sql) => {
      const rows = await sql<{ id: string; channel_id: string; name: string }[]>`
        select id, channel_id, name from libraries
        where workspace_id = ${workspaceId} and platform = 'playground' order by created_at, id`;
      return rows.map((row): PlaygroundChannel => ({
        channelId: row.channel_id,
        name: row.name,
        libraryId: row.id,
      }));
    }),

  find: (workspaceId, id) =>
    connection.run(async (sql) => {
      const rows = await sql<Row[]>`
        select * from playground_messages where workspace_id = ${workspaceId} and id = ${id}`;
      return rows.map(messageOf)[0] ?? null;
    }),

  since: (workspaceId, channelId, version, limit) =>
    connection.run(async (sql) => {
      const rows = await sql<Row[]>`
        select * from playground_messages
        where workspace_id = ${workspaceId} and version > ${version}
          and (${channelId}::text is null or channel_id = ${channelId})
        order by version limit ${limit}`;
      return rows.map(messageOf);
    }),
});

const messageOf = (row: Row): PlaygroundMessage => ({
  id: row.id,
  channelId: row.channel_id,
  threadId: row.thread_id,
  author: row.author ?? 'anchr',
  content: row.content,
  version: row.version,
  createdAt: row.created_at,
  deleted: row.deleted_at !== null,
});
