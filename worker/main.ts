import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import type { Work } from '#core/ports/work.ts';
import { createAnswer } from './answer.ts';
import type { AnswerDependencies } from './answer.ts';
import { createAnswerSteps } from './answer-steps.ts';
import type { AnswerStepsDependencies } from './answer-steps.ts';
import { createCleanup } from './cleanup.ts';
import { createDeliver } from './deliver.ts';
import { createIngest } from './ingest.ts';
import type { IngestDependencies } from './ingest.ts';
import { createPlaygroundFiles } from './playground/fetch.ts';
import { createPlaygroundPoster } from './playground/post.ts';
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

export type PoolsDependencies = Omit<IngestDependencies, 'files'> &
  Omit<AnswerDependencies, 'steps'> &
  Omit<AnswerStepsDependencies, 'ask'> &
  AnswerStepsDependencies['ask'] &
  Parameters<typeof createCleanup>[0] &
  Omit<Parameters<typeof createDeliver>[0], 'posters'> &
  Parameters<typeof createPlaygroundFiles>[0] &
  Parameters<typeof createPlaygroundPoster>[0] & {
    readonly sizes: { readonly ingestions: number; readonly runs: number };
  };

/** Sizes of the pools that need no setting. Source: architecture.md, "How work survives". */
const deliveriesAtOnce = 16;

/** Everything that this side does, by kind of unit. */
export const createPools = (dependencies: PoolsDependencies): WorkerDependencies['pools'] => {
  const { sizes } = dependencies;
  const steps = createAnswerSteps({ ...dependencies, ask: dependencies });
  return [
    { kind: 'run', size: sizes.runs, perform: createAnswer({ ...dependencies, steps }) },
    {
      kind: 'ingestion',
      size: sizes.ingestions,
      perform: createIngest({
        ...dependencies,
        files: { playground: createPlaygroundFiles(dependencies) },
      }),
    },
    {
      kind: 'delivery',
      size: deliveriesAtOnce,
      perform: createDeliver({
        ...dependencies,
        posters: { playground: createPlaygroundPoster(dependencies) },
      }),
    },
    { kind: 'cleanup', size: 1, perform: createCleanup(dependencies) },
  ];
};
