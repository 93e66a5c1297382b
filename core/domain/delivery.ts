import type { Address, DeliveryId, WorkspaceId } from './ids.ts';
import type { CardFile } from './ingestion.ts';
import type { Run } from './run.ts';

/** What a delivery is about. Its text is made from the truth at the moment of sending. */
export type DeliverySubject =
  | { readonly kind: 'card'; readonly messageId: string; readonly files: readonly CardFile[] }
  | { readonly kind: 'run'; readonly run: Run }
  | {
      readonly kind: 'notice';
      readonly code: string;
      readonly detail: string;
      readonly language: string;
    };

/**
 * A message that the platform should show: `desiredVersion` grows with every change of the subject,
 * `sentVersion` is what the platform last confirmed.
 */
export type Delivery = {
  readonly id: DeliveryId;
  readonly workspaceId: WorkspaceId;
  readonly address: Address;
  readonly subject: DeliverySubject;
  readonly desiredVersion: number;
  readonly sentVersion: number;
  /** The platform's ids of the parts posted so far, in order. */
  readonly messageIds: readonly string[];
  readonly createdAt: Date;
};
