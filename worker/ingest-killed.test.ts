import { expect, it } from 'vitest';
import { claimOf, openLibrary, shareFile } from '#core/testing/contracts/stores.ts';
import type { Shared, Stores } from '#core/testing/contracts/stores.ts';
import { withDatabase } from '#core/testing/database.ts';
import { ingestStage } from '#core/testing/ingest-stage.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { createIngest } from './ingest.ts';
import type { IngestDependencies } from './ingest.ts';

const { connection } = withDatabase();

const killed = new Error('the process was killed');

/** Every call through a port counts; with call `at` the process is gone, before or after its effect. */
const killAt = (dependencies: IngestDependencies, at: number, when: 'before' | 'after') => {
  const process = new AbortController();
  let calls = 0;
  const dead = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    const isLast = calls === at;
    if (process.signal.aborted) throw killed;
    if (isLast && when === 'before') process.abort(killed);
    if (process.signal.aborted) throw killed;
    const result = await call();
    if (isLast) process.abort(killed);
    if (process.signal.aborted) throw killed;
    return result;
  };
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || name === 'countTokens') return member;
        return (...given: unknown[]) =>
          dead(async () => Reflect.apply(member, target, given) as unknown);
      },
    });
  const { ingestions, segments, vectors, keywords, blobs, objects, parser, embedder, work } =
    dependencies;
  return {
    signal: process.signal,
    calls: () => calls,
    dependencies: {
      ...dependencies,
      ingestions: mortal(ingestions),
      segments: mortal(segments),
      vectors: mortal(vectors),
      keywords: mortal(keywords),
      blobs: mortal(blobs),
      objects: mortal(objects),
      parser: mortal(parser),
      embedder: mortal(embedder),
      work: mortal(work),
    },
  };
};

const expectReady = async (stores: Stores, { library, ingestionId }: Shared): Promise<void> => {
  const found = await stores.ingestions.requests.find(library.workspaceId, ingestionId);
  expect(found).toMatchObject({ status: 'READY', document: { title: 'Pump manual' } });
};

it.each(['before', 'after'] as const)(
  'an ingestion killed %s any of its calls is finished by the next attempt, with each window parsed once more at most',
  async (when) => {
    const stores = storesOnPostgres(connection());
    const unharmed = ingestStage(stores);
    const count = killAt(unharmed.dependencies, 0, when);
    const whole = await shareFile(stores, await openLibrary(stores), { name: 'manual.pdf' });
    const claim = await claimOf(stores, 'ingestion', whole.ingestionId);
    await createIngest(count.dependencies)(claim, count.signal);
    expect(count.calls()).toBeGreaterThan(25);

    for (let at = 1; at <= count.calls(); at += 1) {
      const stage = ingestStage(stores);
      const shared = await shareFile(stores, await openLibrary(stores), { name: 'manual.pdf' });
      const first = await claimOf(stores, 'ingestion', shared.ingestionId);
      const mortal = killAt(stage.dependencies, at, when);
      await createIngest(mortal.dependencies)(first, mortal.signal).catch((error: unknown) => {
        if (error !== killed) throw error;
      });
      const left = await stores.ingestions.requests.find(
        shared.library.workspaceId,
        shared.ingestionId,
      );
      if (left?.status === 'LIVE') {
        await stores.hands.endLease(first);
        const second = await claimOf(stores, 'ingestion', shared.ingestionId);
        await createIngest(stage.dependencies)(second, new AbortController().signal);
      }
      await expectReady(stores, shared);
      expect(stage.parser.parsed.length, `killed ${when} call ${at}`).toBeLessThanOrEqual(4);
    }
  },
  60_000,
);
