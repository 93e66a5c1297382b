// @ts-check
import { provideChromium } from './chromium.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * Runs once before all tests on real servers (vitest's `globalSetup`): starts the servers that can be
 * had, finds a browser, and names them in the environment. Where one cannot be had, its tests skip and
 * this says why.
 */
export default async () => {
  const browser = await orSayWhy(provideChromium);
  if (browser === undefined) delete process.env['ANCHR_CHROMIUM'];
  else process.env['ANCHR_CHROMIUM'] = browser;
  if (process.env['DATABASE_URL_REAL'] !== undefined) return undefined;
  return orSayWhy(async () => {
    const { url, stop } = await startPostgres();
    process.env['DATABASE_URL_REAL'] = url;
    return stop;
  });
};

/**
 * @template Had
 * @param {() => Had | Promise<Had>} provide
 * @returns {Promise<Had | undefined>}
 */
const orSayWhy = async (provide) => {
  try {
    return await provide();
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
};
