import type { WorkspaceId } from './ids.ts';

export const workKinds = ['inbox', 'run', 'ingestion', 'delivery', 'cleanup'] as const;
/** Every unit of work is a row; these are the kinds, each with a pool of its own. */
export type WorkKind = (typeof workKinds)[number];

/**
 * The right to work on one row until the lease ends. `sequence` is the fencing token: it grows with
 * every claim and every terminal write, and every commit names the one it expects.
 */
export type Claim = {
  readonly kind: WorkKind;
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly owner: string;
  readonly sequence: number;
  /** 1 for the first try; a deferred or lost attempt leaves it raised. */
  readonly attempt: number;
};

/** Milliseconds of a lease, renewed at a third of it. Source: architecture.md, "How work survives". */
export const leaseMs: Readonly<Record<WorkKind, number>> = {
  inbox: 30_000,
  run: 30_000,
  ingestion: 120_000,
  delivery: 30_000,
  cleanup: 120_000,
};

/** Milliseconds before try 2, 3, …, the last repeating. */
export const cleanupDelaysMs: readonly number[] = [1, 5, 30, 120, 720, 1_440].map(
  (m) => m * 60_000,
);
