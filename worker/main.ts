import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import type { Work } from '#core/ports/work.ts';
import { startPool } from './pool.ts';

export type Perform = (claim: Claim, signal: AbortSignal) => Promise<void>;

export type WorkerDependencies = {
  readonly work: Work;
  readonly wakeups: Wakeups;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this process in leases. */
  readonly owner: string;
  /** What is done with a claimed unit of each kind, and how many at once. */
  readonly pools: readonly {
    readonly kind: WorkKind;
    readonly size: number;
    readonly perform: Perform;
  }[];
};

export type Worker = {
  /** Claims no more, hands back what is in hand, and resolves when nothing runs. */
  readonly stop: () => Promise<void>;
};

/** One pool a kind, so that a question never waits for an ingestion. */
export const startWorker = ({ pools, ...shared }: WorkerDependencies): Worker => {
  const running = pools.map((pool) => startPool({ ...shared, ...pool }));
  return {
    stop: async () => {
      await Promise.all(running.map((pool) => pool.stop()));
    },
  };
};
