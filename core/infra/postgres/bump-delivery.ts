import type { Address, WorkspaceId } from '#core/domain/ids.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Transaction } from './connect.ts';
import type { ShareRow } from './document-rows.ts';

export type DeliverySubjectKey = { readonly kind: 'card' | 'run'; readonly id: string };

/**
 * Says within the transaction that changes it that a message must show its subject anew. The first
 * time makes the delivery. A sender at work keeps its claim and finds a newer version when it is done.
 */
export const bumpDelivery = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  address: Address,
  subject: DeliverySubjectKey,
): Promise<void> => {
  await transaction`
    insert into deliveries (id, workspace_id, platform, channel_id, thread_id, subject_kind, subject_id)
    values (${ids.next()}, ${workspaceId}, ${address.platform}, ${address.channelId},
      ${address.threadId}, ${subject.kind}, ${subject.id})
    on conflict (workspace_id, platform, channel_id, subject_kind, subject_id) do update set
      desired_version = deliveries.desired_version + 1,
      status = case when deliveries.status = 'ABANDONED' then 'ABANDONED' else 'LIVE' end,
      due_at = case when deliveries.status = 'LIVE' then least(deliveries.due_at, now()) else now() end,
      attempt = case when deliveries.status = 'LIVE' then deliveries.attempt else 0 end`;
};

/** The card of a shared message, in the thread of that message. */
export const bumpCard = (transaction: Transaction, ids: Ids, share: ShareRow): Promise<void> =>
  bumpDelivery(
    transaction,
    ids,
    share.workspace_id,
    {
      platform: share.platform,
      channelId: share.channel_id,
      threadId: share.thread_id ?? share.message_id,
    },
    { kind: 'card', id: share.message_id },
  );
