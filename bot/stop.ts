import type { Place, StopTarget } from '#core/domain/intention.ts';
import { liveRunStatuses } from '#core/domain/run.ts';
import type { CancelResult, CancelTarget, RunStatus } from '#core/domain/run.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';

export type Stop = (
  workspaceId: WorkspaceId,
  target: StopTarget,
  place: Place,
  quiet: boolean,
) => Promise<void>;

/** How far back a "stop" outside any thread looks for something live. */
const newestRuns = 50;

/** Cancel, "stop", a deleted question or thread → cancel. What could not be stopped is told. */
export const createStop =
  (dependencies: {
    readonly runs: Pick<Runs, 'cancel' | 'list'>;
    readonly deliveries: Pick<Deliveries, 'notice'>;
    readonly wakeups: Pick<Wakeups, 'wake'>;
  }): Stop =>
  async (workspaceId, target, place, quiet) => {
    const { runs, deliveries, wakeups } = dependencies;
    const named = target.kind === 'newest' ? await newest(runs, workspaceId, place) : target;
    const result: CancelResult =
      named === null
        ? { kind: 'nothing-to-cancel' }
        : await runs.cancel(workspaceId, named, place.by);
    const code = codeOf(result);
    if (code !== null && !quiet) {
      await deliveries.notice(workspaceId, place.address, place.key, {
        code,
        detail: '',
        language: place.language,
      });
    }
    // A cancelled run frees its conversation for the next question.
    wakeups.wake('run');
    wakeups.wake('delivery');
  };

const newest = async (
  runs: Pick<Runs, 'list'>,
  workspaceId: WorkspaceId,
  place: Place,
): Promise<CancelTarget | null> => {
  const listed = await runs.list(workspaceId, place.libraryId, newestRuns);
  const live: readonly RunStatus[] = liveRunStatuses;
  const found = listed.find((run) => live.includes(run.status) && run.asker.id === place.by.id);
  return found === undefined ? null : { kind: 'run', runId: found.id };
};

const codeOf = (result: CancelResult): string | null => {
  switch (result.kind) {
    case 'cancelled':
    case 'remembered':
      return null;
    case 'already-finished':
      return 'already_finished';
    case 'nothing-to-cancel':
      return 'nothing_to_stop';
  }
};
