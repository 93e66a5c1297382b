import { connect as dial } from 'node:net';
import { join, resolve } from 'node:path';
import type { Sidecar } from '#core/infra/docling/call-sidecar.ts';
import { createPinoLog } from '#core/infra/pino-log.ts';
import { connect } from '#core/infra/postgres/connect.ts';
import type { Person } from '#core/domain/ids.ts';
import type { Library } from '#core/domain/library.ts';
import { localWorkspace, person, startComposition } from '../composition.ts';
import { databaseAddress } from '../database.ts';
import { createLinks } from '../links.ts';
import type { Links } from '../links.ts';
import { readPageAddress } from '../page-address.ts';
import { createStores } from '../stores.ts';
import type { Stores } from '../stores.ts';
import type { Settings } from '../settings.ts';

/** What a command works on: one channel of this machine's workspace. */
export type Cli = {
  readonly stores: Stores;
  readonly workspaceId: string;
  readonly person: Person;
  readonly library: Library;
  readonly links: Links;
  readonly settings: Settings;
  /** The document parser that was started for this command. */
  readonly sidecar: Sidecar | null;
  /** Another process works on what this one writes; else this one does. */
  readonly beside: boolean;
  readonly close: () => Promise<void>;
};

/**
 * Beside a running Anchr: through the socket in the data folder, as another client of its database. Where
 * none runs, all parts but the page are started for this command.
 */
export const openCli = async (settings: Settings, channel: string): Promise<Cli> => {
  const log = createPinoLog(settings.ANCHR_LOG_LEVEL);
  const folder = resolve(settings.ANCHR_DATA);
  const address = databaseAddress(join(folder, 'database'));
  if (!(await answers(address.path))) {
    const composition = await startComposition(settings, log, { listen: false });
    const { stores, links, sidecar } = composition;
    const library = await libraryOf(stores, channel);
    const common = { workspaceId: localWorkspace, person, settings, beside: false };
    return { ...common, stores, library, links, sidecar, close: composition.stop };
  }
  const connection = connect(address, { maximum: 4 });
  const stores = createStores(connection, folder, log);
  return {
    stores,
    workspaceId: localWorkspace,
    person,
    library: await libraryOf(stores, channel),
    links: createLinks(settings, readPageAddress(folder)),
    settings,
    sidecar: null,
    beside: true,
    close: () => connection.close(),
  };
};

const libraryOf = async ({ libraries }: Stores, channel: string): Promise<Library> => {
  await libraries.ensureWorkspace(localWorkspace, 'playground', 'Playground');
  return libraries.ensure(localWorkspace, 'playground', channel, channel);
};

/** Whether somebody listens: a socket file may outlive its process. */
const answers = (path: string): Promise<boolean> =>
  new Promise((tell) => {
    const socket = dial(path);
    socket.once('connect', () => {
      socket.destroy();
      tell(true);
    });
    socket.once('error', () => tell(false));
  });
