import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBot } from '#bot/main.ts';
import { createPageRenderer } from '#core/infra/docling/page-renderer.ts';
import { createParser } from '#core/infra/docling/parser.ts';
import { superviseSidecar } from '#core/infra/docling/supervise.ts';
import type { SupervisedSidecar } from '#core/infra/docling/supervise.ts';
import { connect } from '#core/infra/postgres/connect.ts';
import type { Connection } from '#core/infra/postgres/connect.ts';
import { migrate } from '#core/infra/postgres/migrate.ts';
import { findOutdatedDocuments } from '#core/infra/postgres/outdated-documents.ts';
import { analyzerFingerprint } from '#core/text/analysis/analyze.ts';
import type { Log } from '#core/ports/log.ts';
import { startWorker } from '#worker/main.ts';
import { startDatabase } from './database.ts';
import { makeEmbedder } from './embedder.ts';
import { createLinks } from './links.ts';
import { removePageAddress, writePageAddress } from './page-address.ts';
import { makePools } from './pools.ts';
import type { Settings } from './settings.ts';
import { createStores } from './stores.ts';
import type { Stores } from './stores.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const models = join(root, '.cache', 'models');
const sidecarFolder = join(root, 'sidecar-docling');
const python = join(sidecarFolder, '.venv', 'bin', 'python');
/** Who sits before the local page and the command line. */
export const person = { id: 'local', name: 'You' } as const;
export const localWorkspace = 'playground';

export type Composition = Awaited<ReturnType<typeof startComposition>>;

/**
 * Bot and worker in this process, the database and the sidecar as supervised children. `listen` false
 * serves no page: for a single command.
 */
export const startComposition = async (
  settings: Settings,
  log: Log,
  { listen = true }: { readonly listen?: boolean } = {},
) => {
  const folder = resolve(settings.ANCHR_DATA);
  const tarball = join(root, '.cache', 'database', 'empty.tar.gz');
  const database = await startDatabase({
    folder: join(folder, 'database'),
    tarball: existsSync(tarball) ? tarball : undefined,
    log,
  });
  const connection = connect(database.address);
  await migrate(connection);
  const stores = createStores(connection, folder, log);
  const sidecar = startSidecar(stores);
  const embedder = await makeEmbedder(settings, sidecar, join(models, 'minilm', 'tokenizer.json'));
  const parser = createParser({ sidecar, clock: stores.clock, log });
  const owner = `embedded-${process.pid}-${stores.ids.opaque()}`;
  const maximumFileBytes = settings.ANCHR_MAXIMUM_FILE_MEGABYTES * 1_048_576;
  const pools = makePools({ settings, stores, parser, embedder, maximumFileBytes });
  const worker = startWorker({ ...stores, owner, pools });
  await refreshOutdated(stores, connection, embedder.profile.fingerprint);
  const bot = await startBot({
    ...stores,
    renderer: createPageRenderer(sidecar),
    owner,
    workspaceId: localWorkspace,
    person,
    mode: settings.ANCHR_ANSWER_MODE,
    maximumFileBytes,
    port: listen ? settings.ANCHR_PLAYGROUND_PORT : null,
  });
  if (bot.page !== null) writePageAddress(folder, bot.page);
  return {
    stores,
    person,
    workspaceId: localWorkspace,
    page: bot.page,
    links: createLinks(settings, bot.page),
    sidecar,
    stop: async () => {
      if (bot.page !== null) removePageAddress(folder);
      await bot.stop();
      await worker.stop();
      await sidecar.stop();
      await connection.close();
      await database.stop();
    },
  };
};

/** What another analyzer or embedding model had indexed is built anew from its stored parse, and answers until then. */
const refreshOutdated = async (
  { ingestions, log }: Stores,
  connection: Connection,
  embeddingFingerprint: string,
): Promise<void> => {
  const current = { analyzerFingerprint, embeddingFingerprint };
  const outdated = await findOutdatedDocuments(connection, current);
  for (const { workspaceId, documentId } of outdated) {
    await ingestions.requests.reindex(workspaceId, documentId);
  }
  if (outdated.length > 0) log.info('reindexing-outdated', { documents: outdated.length });
};

/** The document parser with the local models, from its own Python environment. */
const startSidecar = ({ clock, log }: Stores): SupervisedSidecar =>
  superviseSidecar({
    command: [python, '-m', 'anchr_sidecar', '--port', '0', '--supervised'],
    folder: sidecarFolder,
    environment: {
      PATH: process.env['PATH'] ?? '',
      PYTHONPATH: join(sidecarFolder, 'src'),
      ANCHR_MODELS_DIR: models,
      HF_HUB_OFFLINE: '1',
    },
    clock,
    log,
  });
