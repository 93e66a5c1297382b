import type { Address, DeliveryId, WorkspaceId } from '#core/domain/ids.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Delivery } from '#core/domain/delivery.ts';

export type Notice = { readonly code: string; readonly detail: string; readonly language: string };

export type Deliveries = {
  /** A fixed sentence for a channel or thread; `key` makes it one however often it is asked for. */
  readonly notice: (
    workspaceId: WorkspaceId,
    address: Address,
    key: string,
    notice: Notice,
  ) => Promise<DeliveryId>;
  /** Subject read from the truth now. */
  readonly load: (claim: Claim) => Promise<Delivery>;
  /** The platform shows `version`; due again at once when the subject moved on meanwhile. `Stale` when lost. */
  readonly sent: (claim: Claim, version: number, messageIds: readonly string[]) => Promise<void>;
  /** Root deleted, or too old: nothing more is sent for it. */
  readonly abandon: (claim: Claim, why: string) => Promise<void>;
};
