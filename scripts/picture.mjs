// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startComposition } from '#embedded/composition.ts';
import { createPageUser } from '#embedded/page-user.ts';
import { readAllSettings } from '#embedded/settings.ts';
import { follow, launch, openWindow } from '#scenarios/browser.ts';
import { provideChromium } from './services/chromium.mjs';
import { inProject } from './setup/project.mjs';

/**
 * `node scripts/run.mjs scripts/picture.mjs` makes docs/picture.png: a question about a sample, what
 * Anchr answers without a language model, and the page that its citation opens.
 */
const question = 'How long does the backup battery keep the clock and the radio alive?';
const sample = 'larkspur-400-manual.pdf';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const sharp = { locale: 'en-GB', deviceScaleFactor: 1.4 };
const width = 1000;
const margin = 24;
const heights = { answer: 484, page: 340 };

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 */
const takeParts = async (browser, address) => {
  const viewport = { width, height: heights.answer };
  const { context } = await openWindow(browser, { ...sharp, viewport });
  const page = await context.newPage();
  await page.goto(address);
  const asked = page.locator('section.exchange').filter({ hasText: question });
  const link = asked.getByRole('link', { name: /^Source/u }).first();
  await link.waitFor();
  await asked.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const answer = await page.screenshot();
  const preview = await follow(link, 'click');
  await preview.setViewportSize({ width, height: heights.page });
  await preview.locator('#passage').evaluate((element) => element.scrollIntoView());
  return [answer, await preview.screenshot()];
};

/**
 * One above the other on a quiet ground.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {readonly Buffer[]} parts
 */
const putTogether = async (browser, parts) => {
  const viewport = { width: width + 2 * margin, height: 200 };
  const { context } = await openWindow(browser, { ...sharp, viewport });
  const page = await context.newPage();
  const images = parts.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  await page.setContent(`<style>
    body { margin: 0; padding: ${margin}px; display: grid; gap: 20px; background: #dfe8e6; }
    img { inline-size: ${width}px; border-radius: 12px; box-shadow: 0 4px 10px #28322940; }
  </style>${images.join('')}`);
  await page.screenshot({ path: inProject('docs', 'picture.png'), fullPage: true });
};

const folder = mkdtempSync(join(tmpdir(), 'anchr-picture-'));
const settings = readAllSettings({ ANCHR_DATA: folder, ANCHR_PLAYGROUND_PORT: '0' });
const composition = await startComposition(settings, silent);
const browser = await launch(provideChromium());
try {
  const user = await createPageUser(composition.stores, composition.workspaceId, 'general');
  await user.share([{ name: sample, bytes: readFileSync(inProject('samples', sample)) }]);
  await user.runOf(await user.say(question));
  await putTogether(browser, await takeParts(browser, composition.page?.url ?? ''));
  process.stdout.write('Made docs/picture.png\n');
} finally {
  await browser.close();
  await composition.stop();
  rmSync(folder, { recursive: true, force: true });
}
