import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';

export type WorkCount = {
  readonly kind: WorkKind;
  readonly live: number;
  readonly due: number;
  /** Live rows with an attempt above 3. */
  readonly struggling: number;
};

/**
 * Leases over every kind of work row, by the database's clock. The claim query chooses: due rows
 * first by due time, round-robin over libraries (deliveries: over channels; inbox rows and clean-ups in
 * the order they came), the least recently served first, `FOR UPDATE SKIP LOCKED`. It never hands
 * out a run whose conversation has an earlier live run, or that waits for a document still on its way.
 */
export type Work = {
  /** At most `limit` claims; each raises the row's sequence and attempt. */
  readonly claim: (kind: WorkKind, owner: string, limit: number) => Promise<readonly Claim[]>;
  /** False when the lease is lost (or the row was cancelled): the attempt must stop. */
  readonly renew: (claim: Claim) => Promise<boolean>;
  /** Hands a live row back, due later. Rejects with `Stale` when the row moved on. `keepAttempt` for a graceful hand-back. */
  readonly defer: (
    claim: Claim,
    dueInMs: number,
    options?: { readonly keepAttempt: boolean },
  ) => Promise<void>;
  /** Milliseconds until the next row of a kind is due (0: now), null when none is live. Leased rows count from their lease end. */
  readonly nextDueMs: (kind: WorkKind) => Promise<number | null>;
  readonly counts: (workspaceId: WorkspaceId | null) => Promise<readonly WorkCount[]>;
};
