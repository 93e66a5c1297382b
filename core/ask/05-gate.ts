import type { Scope } from '#core/domain/scope.ts';
import type { ConfirmedSegment } from '#core/domain/segment.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Fused } from './04-fuse.ts';
import type { AskDependencies } from './question.ts';

export type Candidate = { readonly segment: ConfirmedSegment; readonly score: number };

export type Gated = {
  readonly candidates: readonly Candidate[];
  readonly dropped: Trace['gated'];
  /** A document of the scope moved on since recall: worth recalling once more. */
  readonly moved: boolean;
};

/**
 * Keeps what Postgres confirms as the active generation of a readable document, and only that. What is
 * not confirmed is not used, whatever an index says.
 */
export const gate = async (
  { segments, scopes }: Pick<AskDependencies, 'segments' | 'scopes'>,
  workspaceId: WorkspaceId,
  scope: Scope,
  fused: readonly Fused[],
): Promise<Gated> => {
  const ids = fused.map(({ segmentId }) => segmentId);
  const confirmed = await segments.confirm(workspaceId, scope.documents, ids);
  const byId = new Map(confirmed.map((segment) => [segment.id, segment]));
  const candidates = fused.flatMap(({ segmentId, score }): readonly Candidate[] => {
    const segment = byId.get(segmentId);
    return segment === undefined ? [] : [{ segment, score }];
  });
  const dropped = fused
    .filter(({ segmentId }) => !byId.has(segmentId))
    .map(({ segmentId }) => ({
      segmentId,
      why: 'not in an active version of a readable document',
    }));
  const moved = candidates.length < fused.length && (await hasMoved(scopes, workspaceId, scope));
  return { candidates, dropped, moved };
};

const hasMoved = async (
  scopes: AskDependencies['scopes'],
  workspaceId: WorkspaceId,
  scope: Scope,
): Promise<boolean> => {
  const active = await scopes.stillActive(workspaceId, scope.documents);
  return active.length < scope.documents.length;
};
