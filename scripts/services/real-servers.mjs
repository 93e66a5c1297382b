// @ts-check
import { startPostgres } from './postgres.mjs';

/**
 * Runs once before all tests on real servers (vitest's `globalSetup`): starts the servers that can be
 * had and names them in the environment. Where one cannot, its tests skip and this says why.
 */
export default async () => {
  if (process.env['DATABASE_URL_REAL'] !== undefined) return undefined;
  try {
    const { url, stop } = await startPostgres();
    process.env['DATABASE_URL_REAL'] = url;
    return stop;
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
};
