import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isVerdict } from '#core/domain/errors.ts';
import { openEngine } from './database-engine.ts';
import { serveDatabase } from './database-socket.ts';
import { childOrder } from './database-messages.ts';
import type { ChildOrder, ChildReport } from './database-messages.ts';
import { takeLock } from './lock.ts';

/**
 * The process that holds the embedded database. It is told what to do by its one argument (JSON),
 * reports one line (JSON) on standard output, and ends when its standard input closes, so it never
 * outlives the process that started it.
 */
const main = async (order: ChildOrder): Promise<void> => {
  const lock = await takeLock(order.folder);
  const engine = await openEngine(order.folder, order.tarball).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const broken = (error: unknown): void => {
    process.stderr.write(`the database engine broke: ${reasonOf(error)}\n`);
    lock.release();
    process.exit(3);
  };
  mkdirSync(dirname(order.socketPath), { recursive: true, mode: 0o700 });
  // The lock is held: a socket file that is already there belongs to a process that died.
  rmSync(order.socketPath, { force: true });
  const socket = await serveDatabase(engine, { path: order.socketPath }, broken);
  chmodSync(order.socketPath, 0o600);
  const loopback =
    order.port === null
      ? null
      : await serveDatabase(engine, { host: '127.0.0.1', port: order.port }, broken);

  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    await socket.stop();
    await loopback?.stop();
    await engine.close();
    lock.release();
    process.exit(0);
  };
  const endOnce = (): void => void end().catch(broken);
  process.stdin.on('close', endOnce).on('end', endOnce).resume();
  process.on('SIGTERM', endOnce);
  // An interrupt from the terminal reaches the whole group: the parent decides when to close.
  process.on('SIGINT', () => {});
  report({ kind: 'ready' });
};

const report = (line: ChildReport): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

process.stdout.on('error', () => {});

try {
  await main(childOrder.parse(JSON.parse(process.argv[2] ?? '{}')));
} catch (error) {
  report({
    kind: 'failed',
    verdict: isVerdict(error) ? error.name : 'unexpected',
    code: isVerdict(error) && 'code' in error ? error.code : 'INTERNAL',
    message: reasonOf(error),
  });
  process.exitCode = 2;
  process.stdin.destroy();
}
