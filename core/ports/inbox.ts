import type { Claim } from '#core/domain/work.ts';
import type { Platform, WorkspaceId } from '#core/domain/ids.ts';

export type InboxRow = {
  readonly id: string;
  readonly platform: Platform;
  /** Unique within (workspace, platform): the same event delivered twice is one row. */
  readonly key: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly receivedAt: Date;
};

/** What a platform said, committed before it is acknowledged. */
export type Inbox = {
  readonly receive: (
    workspaceId: WorkspaceId,
    row: Pick<InboxRow, 'platform' | 'key' | 'kind' | 'payload'>,
  ) => Promise<{ readonly id: string; readonly duplicate: boolean }>;
  readonly load: (claim: Claim) => Promise<InboxRow>;
  /** Rejects with `Stale` when the claim is lost. */
  readonly complete: (claim: Claim) => Promise<void>;
  /** Given up after its last try; kept for `doctor`. */
  readonly abandon: (claim: Claim, message: string) => Promise<void>;
};
