import { join } from 'node:path';
import { createFileObjectStore } from '#core/infra/objects/file-object-store.ts';
import { createMemoryWakeups } from '#core/infra/memory-wakeups.ts';
import { createBlobs } from '#core/infra/postgres/blobs.ts';
import { createCitations } from '#core/infra/postgres/citations.ts';
import { createCleanups } from '#core/infra/postgres/cleanups.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import { createDeliveries } from '#core/infra/postgres/deliveries.ts';
import { createDocuments } from '#core/infra/postgres/documents.ts';
import { createInbox } from '#core/infra/postgres/inbox.ts';
import { createIngestions } from '#core/infra/postgres/ingestions.ts';
import { createKeywordIndex } from '#core/infra/postgres/keyword-index.ts';
import { createLibraries } from '#core/infra/postgres/libraries.ts';
import { createPlaygroundMessages } from '#core/infra/postgres/playground-messages.ts';
import { createRuns } from '#core/infra/postgres/runs.ts';
import { createScopes } from '#core/infra/postgres/scopes.ts';
import { createSegments } from '#core/infra/postgres/segments.ts';
import { createShares } from '#core/infra/postgres/shares.ts';
import { createTraces } from '#core/infra/postgres/traces.ts';
import { createUsage } from '#core/infra/postgres/usage.ts';
import { createVectorIndex } from '#core/infra/postgres/vector-index.ts';
import { createWork } from '#core/infra/postgres/work.ts';
import { createRandomIds } from '#core/infra/random-ids.ts';
import { createSystemClock } from '#core/infra/system-clock.ts';
import type { Log } from '#core/ports/log.ts';

export type Stores = ReturnType<typeof createStores>;

/** Every port that rests on the database, the file system or this process alone. */
export const createStores = (connection: Connection, dataFolder: string, log: Log) => {
  const ids = createRandomIds();
  const runs = createRuns(connection, ids);
  return {
    log,
    ids,
    clock: createSystemClock(),
    wakeups: createMemoryWakeups(),
    objects: createFileObjectStore(join(dataFolder, 'objects')),
    work: createWork(connection),
    inbox: createInbox(connection, ids),
    libraries: createLibraries(connection, ids),
    documents: createDocuments(connection, ids),
    shares: createShares(connection, ids),
    ingestions: createIngestions(connection, ids),
    segments: createSegments(connection),
    blobs: createBlobs(connection),
    cleanups: createCleanups(connection),
    vectors: createVectorIndex(connection),
    keywords: createKeywordIndex(connection),
    scopes: createScopes(connection),
    runs,
    traces: createTraces(connection),
    citations: createCitations(connection),
    deliveries: createDeliveries(connection, ids),
    usage: createUsage(connection),
    messages: createPlaygroundMessages(connection),
  };
};
