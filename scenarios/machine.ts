import { startBot } from '#bot/main.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { Model } from '#core/ports/model.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import type { Parser } from '#core/ports/parser.ts';
import type { Reranker } from '#core/ports/reranker.ts';
import type { WorkKind } from '#core/domain/work.ts';
import type { Stores } from '#embedded/stores.ts';
import { createPools, startWorker } from '#worker/main.ts';

/** What happens at one call through a port: `call` makes it. `name` is like `ingestions.activate`. */
export type Intercept = (
  name: string,
  given: readonly unknown[],
  call: () => Promise<unknown>,
) => Promise<unknown>;

export type MachineOptions = {
  readonly owner: string;
  readonly parser: Parser;
  readonly embedder: Embedder;
  readonly renderer: PageRenderer;
  readonly model?: Model | null;
  readonly reranker?: Reranker | null;
  /** Kinds of work that nobody does. */
  readonly paused?: readonly WorkKind[];
  /** Stands between the loops and everything that they reach. */
  readonly intercept?: Intercept;
  readonly maximumFileBytes?: number;
  readonly ingestionsAtOnce?: number;
  readonly modelTimeoutMs?: number;
  /** Null serves no page. */
  readonly port?: number | null;
  readonly modelCallsADay?: number;
};

export const workspaceId = 'playground';
export const person = { id: 'local', name: 'You' };

/** Bot and worker with their real loops on the given stores, as the composition starts them. */
export const startMachine = async (stores: Stores, options: MachineOptions) => {
  const { owner, paused = [], maximumFileBytes = 1_000_000 } = options;
  const { modelCallsADay = 1_000 } = options;
  const through = intercepted(options.intercept);
  const own = options.intercept === undefined ? stores : interceptAll(stores, options.intercept);
  const pools = createPools({
    ...own,
    parser: through('parser', options.parser),
    embedder: through('embedder', options.embedder),
    model: options.model ? through('model', options.model) : null,
    reranker: options.reranker ?? null,
    maximumFileBytes,
    caps: { person: modelCallsADay, workspace: modelCallsADay },
    modelTimeoutMs: options.modelTimeoutMs ?? 5_000,
    random: () => 0.5,
    sizes: { ingestions: options.ingestionsAtOnce ?? 2, runs: 8 },
  });
  const worker = startWorker({
    ...own,
    owner,
    pools: pools.filter(({ kind }) => !paused.includes(kind)),
  });
  const bot = await startBot({
    ...own,
    renderer: options.renderer,
    owner,
    workspaceId,
    person,
    mode: 'STRICT',
    maximumFileBytes,
    port: options.port ?? null,
  });
  return {
    page: bot.page,
    stop: async () => {
      await bot.stop();
      await worker.stop();
    },
  };
};

/** Clock, log, ids and wake-ups reach nothing outside: they are left alone. */
export const interceptAll = (
  { log, ids, clock, wakeups, ...ports }: Stores,
  intercept: Intercept,
): Stores => {
  const through = intercepted(intercept);
  const each = new Proxy(ports, {
    get: (target, name) => {
      const port: unknown = Reflect.get(target, name);
      return typeof port === 'object' && port !== null ? through(String(name), port) : port;
    },
  });
  return { log, ids, clock, wakeups, ...each };
};

type Through = <Port extends object>(name: string, port: Port) => Port;

/** Functions that answer at once, and data. */
const plain: ReadonlySet<unknown> = new Set(['countTokens', 'profile']);

const intercepted = (intercept: Intercept | undefined): Through => {
  if (intercept === undefined) return (_name, port) => port;
  const through: Through = (name, port) =>
    new Proxy(port, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (plain.has(key)) return member;
        if (typeof member === 'object' && member !== null) {
          return through(`${name}.${String(key)}`, member);
        }
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) =>
          intercept(
            `${name}.${String(key)}`,
            given,
            async () => Reflect.apply(member, target, given) as unknown,
          );
      },
    });
  return through;
};
