import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import { cleanupDelaysMs } from '#core/domain/work.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Cleanup, Cleanups } from '#core/ports/cleanups.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import type { Log } from '#core/ports/log.ts';
import type { ObjectStore } from '#core/ports/object-store.ts';
import type { Segments } from '#core/ports/segments.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';
import type { Work } from '#core/ports/work.ts';

type Dependencies = {
  readonly cleanups: Cleanups;
  readonly segments: Pick<Segments, 'remove'>;
  readonly vectors: Pick<VectorIndex, 'remove'>;
  readonly keywords: Pick<KeywordIndex, 'remove'>;
  readonly objects: Pick<ObjectStore, 'removeAll'>;
  readonly work: Pick<Work, 'defer'>;
  readonly log: Log;
};

/**
 * One clean-up row: what nothing may see any more leaves the indexes, the segments and the object
 * store. Each removal may be repeated; nothing else deletes. A failing one comes back later, for ever:
 * `doctor` lists it, and nothing visible depends on it.
 */
export const createCleanup =
  (dependencies: Dependencies) =>
  async (claim: Claim, signal: AbortSignal): Promise<void> => {
    const { cleanups, work, log } = dependencies;
    const cleanup = await cleanups.load(claim);
    try {
      await removeAll(dependencies, cleanup, signal);
      signal.throwIfAborted();
      await cleanups.complete(claim);
    } catch (error) {
      if (signal.aborted || error instanceof Stale || error instanceof Cancelled) throw error;
      const delayMs =
        cleanupDelaysMs[Math.min(claim.attempt, cleanupDelaysMs.length) - 1] ?? 60_000;
      log.warn('cleanup-deferred', {
        id: cleanup.id,
        attempt: claim.attempt,
        code: error instanceof Retryable || error instanceof Terminal ? error.code : 'unexpected',
        message: error instanceof Error ? error.message : String(error),
      });
      await work.defer(claim, delayMs);
    }
  };

/** The indexes first: segments still name what has to leave them. */
const removeAll = async (
  { segments, vectors, keywords, objects }: Dependencies,
  { workspaceId, versions, objects: contents }: Cleanup,
  signal: AbortSignal,
): Promise<void> => {
  for (const version of versions) {
    signal.throwIfAborted();
    await keywords.remove(workspaceId, version);
    await vectors.remove(workspaceId, version);
    await segments.remove(workspaceId, version);
  }
  for (const contentHash of contents) {
    signal.throwIfAborted();
    await objects.removeAll({ workspaceId, contentHash });
  }
};
