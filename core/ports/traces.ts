import type { Trace } from '#core/domain/trace.ts';
import type { RunId, WorkspaceId } from '#core/domain/ids.ts';

export type Traces = {
  readonly find: (workspaceId: WorkspaceId, runId: RunId) => Promise<Trace | null>;
  /** Removes traces older than `days`; returns how many. */
  readonly expire: (days: number) => Promise<number>;
};
