import type { CancelResult, CancelTarget } from '#core/domain/run.ts';
import type { Person, Platform, WorkspaceId } from '#core/domain/ids.ts';
import type { Ids } from '#core/ports/ids.ts';
import { bumpDelivery } from './bump-delivery.ts';
import type { Transaction } from './connect.ts';
import { asJson } from './json.ts';

type Cancelling = {
  readonly transaction: Transaction;
  readonly ids: Ids;
  readonly workspaceId: WorkspaceId;
  readonly by: Person;
};
type Touched = { id: string; thread_id: string | null; channel_id: string; platform: Platform };

/** One conditional update from a live status; whoever wrote a terminal one first has won. */
export const cancelRuns = async (
  cancelling: Cancelling,
  target: CancelTarget,
): Promise<CancelResult> => {
  const known = await runsOf(cancelling, target);
  if (known.length === 0) {
    if (target.kind !== 'question') return { kind: 'nothing-to-cancel' };
    return remember(cancelling, target.key);
  }
  const { transaction, ids, workspaceId, by } = cancelling;
  const cancelled = await transaction<Touched[]>`
    update runs r set status = 'CANCELLED', outcome = 'CANCELLED', finished_at = now(),
      cancelled_by = ${asJson(transaction, by)}, sequence = r.sequence + 1, lease_owner = null,
      lease_until = null
    from turns t where t.id = r.turn_id and r.id = any(${known})
      and r.status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK')
    returning r.id, r.thread_id, t.channel_id, t.platform`;
  for (const run of cancelled) {
    const address = {
      platform: run.platform,
      channelId: run.channel_id,
      threadId: run.thread_id,
    };
    await bumpDelivery(transaction, ids, workspaceId, address, { kind: 'run', id: run.id });
  }
  return cancelled.length === 0
    ? { kind: 'already-finished' }
    : { kind: 'cancelled', runIds: cancelled.map(({ id }) => id) };
};

/** Of a thread: the running one and its queue; the last one where nothing is live. */
const runsOf = async (
  { transaction, workspaceId }: Cancelling,
  target: CancelTarget,
): Promise<string[]> => {
  switch (target.kind) {
    case 'run': {
      const rows = await transaction<{ id: string }[]>`
        select id from runs where workspace_id = ${workspaceId} and id = ${target.runId}`;
      return rows.map(({ id }) => id);
    }
    case 'question': {
      const { platform, channelId, sourceId } = target.key;
      await transaction`
        select 1 from questions where workspace_id = ${workspaceId} and platform = ${platform}
          and channel_id = ${channelId} and source_id = ${sourceId} for update`;
      const rows = await transaction<{ id: string }[]>`
        select r.id from runs r join turns t on t.id = r.turn_id
        where t.workspace_id = ${workspaceId} and t.platform = ${platform}
          and t.channel_id = ${channelId} and t.source_id = ${sourceId}`;
      return rows.map(({ id }) => id);
    }
    case 'thread': {
      const { platform, channelId, threadId } = target.address;
      const rows = await transaction<{ id: string }[]>`
        select r.id from runs r join conversations c on c.id = r.conversation_id
        where c.workspace_id = ${workspaceId} and c.platform = ${platform}
          and c.channel_id = ${channelId} and c.thread_id = ${threadId}`;
      return rows.map(({ id }) => id);
    }
  }
};

/** The cancel came before its question: admitting will find the mark under the same lock. */
const remember = async (
  { transaction, workspaceId, by }: Cancelling,
  key: Extract<CancelTarget, { kind: 'question' }>['key'],
): Promise<CancelResult> => {
  const { platform, channelId, sourceId } = key;
  await transaction`
    insert into questions (workspace_id, platform, channel_id, source_id, cancel_requested_by)
    values (${workspaceId}, ${platform}, ${channelId}, ${sourceId}, ${asJson(transaction, by)})
    on conflict (workspace_id, platform, channel_id, source_id)
      do update set cancel_requested_by = excluded.cancel_requested_by`;
  return { kind: 'remembered' };
};
