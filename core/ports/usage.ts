import type { WorkspaceId } from '#core/domain/ids.ts';

export type Usage = {
  /** Calls and tokens of today (UTC) by this person and by the workspace. */
  readonly today: (
    workspaceId: WorkspaceId,
    personId: string,
  ) => Promise<{
    readonly person: { readonly calls: number; readonly tokens: number };
    readonly workspace: { readonly calls: number; readonly tokens: number };
  }>;
  readonly add: (
    workspaceId: WorkspaceId,
    personId: string,
    calls: number,
    tokens: number,
  ) => Promise<void>;
};
