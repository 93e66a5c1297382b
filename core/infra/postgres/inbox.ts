import { Terminal } from '#core/domain/errors.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Inbox } from '#core/ports/inbox.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection } from './connect.ts';
import { asJson } from './json.ts';
import type { inbox } from './schema/work.ts';

type Row = typeof inbox.$inferSelect;

export const createInbox = (connection: Connection, ids: Ids): Inbox => ({
  receive: (workspaceId, row) =>
    connection.run(async (sql) => {
      const id = ids.next();
      const payload = asJson(sql, row.payload);
      const inserted = await sql<{ id: string }[]>`
        insert into inbox (id, workspace_id, platform, key, kind, payload)
        values (${id}, ${workspaceId}, ${row.platform}, ${row.key}, ${row.kind}, ${payload})
        on conflict (workspace_id, platform, key) do nothing returning id`;
      if (inserted.length === 1) return { id, duplicate: false };
      const [earlier] = await sql<{ id: string }[]>`
        select id from inbox
        where workspace_id = ${workspaceId} and platform = ${row.platform} and key = ${row.key}`;
      if (earlier === undefined) throw new Terminal('INBOX_ROW_MISSING', 'the inbox lost a row');
      return { id: earlier.id, duplicate: true };
    }),

  load: (claim) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<Row>(transaction, claim);
      return {
        id: row.id,
        platform: row.platform,
        key: row.key,
        kind: row.kind,
        payload: row.payload,
        receivedAt: row.created_at,
      };
    }),

  complete: (claim) =>
    connection.transaction(async (transaction) => {
      await lockClaimed(transaction, claim);
      await transaction`
        update inbox set status = 'DONE', finished_at = now(), sequence = sequence + 1,
          lease_owner = null, lease_until = null where id = ${claim.id}`;
    }),

  abandon: (claim, message) =>
    connection.transaction(async (transaction) => {
      await lockClaimed(transaction, claim);
      await transaction`
        update inbox set status = 'ABANDONED', failure = ${message}, finished_at = now(),
          sequence = sequence + 1, lease_owner = null, lease_until = null where id = ${claim.id}`;
    }),
});
