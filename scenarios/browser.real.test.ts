import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '#core/testing/doubles/model-server.ts';
import type { ModelServer } from '#core/testing/doubles/model-server.ts';
import { startComposition } from '#embedded/composition.ts';
import type { Composition } from '#embedded/composition.ts';
import { readAllSettings } from '#embedded/settings.ts';
import { follow, launch, markedBoxes, openWindow, wordsUnder } from './browser.ts';
import type { Window } from './browser.ts';

const program = process.env['ANCHR_CHROMIUM'];
const pictures = fileURLToPath(new URL('../.cache/tests/browser/', import.meta.url));
const sample = (name: string) => new URL(`../samples/${name}`, import.meta.url);
const manual = sample('larkspur-400-manual.pdf');
const chineseManual = sample('shanque-20-shuomingshu.pdf');
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const patience = { timeout: 90_000 };
const question = 'Can the controller be restarted over the network?';
const chineseQuestion = '湿度传感器多久更换一次？';
const reply = (answer: string) =>
  ({ kind: 'reply', text: JSON.stringify({ status: 'ANSWERED', answer }) }) as const;
const plain = (text: string): string => text.replaceAll(/\s+/gu, '');

describe.skipIf(program === undefined)(
  'a person at a real browser (skipped where no Chromium can be had)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'anchr-browser-'));
    let server: ModelServer;
    let composition: Composition;
    let browser: Browser;
    let window: Window;
    let page: Page;

    beforeAll(async () => {
      mkdirSync(pictures, { recursive: true });
      server = await startModelServer();
      const settings = readAllSettings({
        ANCHR_DATA: folder,
        ANCHR_PLAYGROUND_PORT: '0',
        ANCHR_MODEL_URL: server.url,
        ANCHR_MODEL_NAME: 'scripted',
      });
      composition = await startComposition(settings, silent);
      browser = await launch(program ?? '');
      window = await openWindow(browser, { locale: 'en-GB' });
      page = await window.context.newPage();
      await page.goto(composition.page?.url ?? '');
    }, 180_000);

    afterAll(async () => {
      await browser.close();
      await composition.stop();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    const channel = () => page.getByRole('main');
    const thread = () => page.getByRole('complementary', { name: 'Thread' });
    /** What was said to a question, and the question itself. */
    const exchange = (said: string): Locator =>
      channel()
        .locator('section.exchange')
        .filter({ has: page.getByText(said, { exact: true }) });
    const answerTo = (said: string): Locator =>
      exchange(said).getByRole('article', { name: /^Anchr/u });
    const ask = async (said: string): Promise<Locator> => {
      await channel().getByRole('textbox').fill(said);
      await channel().getByRole('textbox').press('Enter');
      return answerTo(said);
    };
    const picture = (name: string, of: Page = page) =>
      of.screenshot({ path: join(pictures, `${name}.png`) });

    it('shares two files, whose cards become ready', async () => {
      await channel().getByText('Drop a document. Ask it anything.').waitFor();
      await picture('01-welcome');
      const choosing = page.waitForEvent('filechooser');
      await channel().getByRole('button', { name: 'Add files' }).click();
      await (await choosing).setFiles([manual, chineseManual].map((file) => fileURLToPath(file)));
      await channel().getByRole('button', { name: 'Send' }).click();
      await channel().getByRole('progressbar').first().waitFor();
      await picture('02-reading');
      await channel().getByText('Ready · 12 pages').waitFor(patience);
      await channel().getByText('Ready · 4 pages').waitFor(patience);
      await picture('03-ready');
      expect(await channel().getByRole('progressbar').count()).toBe(0);
    });

    it('answers with a citation that opens the page, the quoted words marked', async () => {
      server.script(
        reply('Yes, with **firmware 3.2 or later** and with *Remote service* switched on.[^1]'),
      );
      const answer = await ask(question);
      await answer.getByText('firmware 3.2 or later').first().waitFor(patience);
      await picture('04-answer');
      const preview = await follow(answer.getByRole('link', { name: /page 7$/u }).first(), 'click');
      await picture('05-marked-page', preview);
      const quoted = await expectMarked(preview, manual, 7);
      expect(quoted).toContain('only with firmware 3.2 or later');

      await preview.getByRole('link', { name: 'Next' }).first().click();
      await preview.getByText('Page 8 of 12').waitFor();
      expect(await markedBoxes(preview)).toEqual([]);
      await picture('06-next-page', preview);
      await preview.getByRole('link', { name: 'Previous' }).first().click();
      await preview.getByText('Page 7 of 12').waitFor();
      expect(await markedBoxes(preview)).not.toEqual([]);
      await preview.close();
    });

    it('takes a reply in the thread for a follow-up', async () => {
      const standaloneQuestion =
        'Does a restart of the controller over the network close all valves?';
      const rewritten = JSON.stringify({ standaloneQuestion, keywords: [], confidence: 1 });
      server.script({ kind: 'reply', text: rewritten }, reply('It closes all valves.[^1]'));
      await exchange(question).getByRole('button', { name: 'Reply in thread' }).click();
      await thread().getByRole('textbox').fill('Does such a restart close all valves?');
      await thread().getByRole('textbox').press('Enter');
      await thread().getByText('It closes all valves.').first().waitFor(patience);
      await picture('07-thread');
      expect(await thread().getByRole('article').count()).toBe(4);
      await thread().getByRole('button', { name: 'Close the thread' }).click();
      expect(await exchange(question).getByRole('button', { name: '2 in thread' }).count()).toBe(1);
    });

    it('stops at a press of Cancel, and hangs up on the model', async () => {
      server.script({ kind: 'hang', text: '{"status":"ANSWERED","answer":"The clock runs' });
      const answer = await ask('How long does the backup battery keep the clock alive?');
      await answer.getByText('The clock runs').waitFor(patience);
      await picture('08-working');
      expect(server.openSockets()).toBe(1);
      await answer.getByRole('button', { name: 'Cancel' }).click();
      await answer.getByText('Cancelled by You').waitFor(patience);
      await picture('09-cancelled');
      await expect.poll(server.openSockets).toBe(0);
      expect(await answer.getByText('The clock runs').count()).toBe(0);
      // Rows of tables are among the passages found: read as text, without bars and unreadable signs.
      const found = await answer.getByRole('list').first().innerText();
      expect(found).toContain('代码 · 含义 · 处理方法');
      expect(found).not.toMatch(/[|\uFFFD]/u);
    });

    it('answers Chinese from the Chinese document, and the keyboard opens its page', async () => {
      server.script(reply('每**两年**更换一次。[^1]'));
      const answer = await ask(chineseQuestion);
      await answer.getByText('两年').first().waitFor(patience);
      await picture('10-chinese');
      const link = answer.getByRole('link', { name: /page 4$/u }).first();
      await channel().getByRole('textbox').focus();
      for (let presses = 0; presses < 30 && !(await isFocused(link)); presses += 1) {
        await page.keyboard.press('Shift+Tab');
      }
      expect(await isFocused(link)).toBe(true);
      await picture('11-focused');
      const preview = await follow(link, 'Enter');
      await picture('12-chinese-page', preview);
      expect(await expectMarked(preview, chineseManual, 4)).toContain('两年');
      await preview.close();
    });

    it('shows mark-up as the text that it is, in a question and in an answer', async () => {
      const markup = '<img src=x onerror=alert(1)>';
      server.script(reply(`A restart needs firmware 3.2.[^1] \`${markup}\` ${markup}`));
      const said = `${question} ${markup}`;
      const answer = await ask(said);
      await answer.getByText('A restart needs firmware 3.2.').first().waitFor(patience);
      await picture('13-mark-up');
      expect(await exchange(said).getByText(said, { exact: true }).count()).toBe(1);
      expect(await answer.getByRole('code').innerText()).toBe(markup);
      expect(await page.locator('img, script:not([src])').count()).toBe(0);
      expect(window.faults).toEqual([]);
    });

    it('tells how it found an answer, and which documents there are', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await answerTo(question).getByRole('button', { name: 'How I found this' }).click();
      const trace = page.getByRole('dialog', { name: 'How I found this' });
      await trace.getByText('Larkspur 400 Greenhouse Controller').first().waitFor(patience);
      await picture('14-how-dark');
      await page.keyboard.press('Escape');
      await page.emulateMedia({ colorScheme: 'light' });
      await channel().getByRole('button', { name: 'Documents' }).click();
      const documents = page.getByRole('dialog', { name: 'Documents' });
      await documents.getByText('12 pages').waitFor(patience);
      await picture('15-documents');
      expect(await documents.getByRole('listitem').count()).toBe(2);
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('fits a narrow window without a sideways scroll', async () => {
      const narrow = await openWindow(browser, phone);
      const small = await narrow.context.newPage();
      await small.goto(composition.page?.url ?? '');
      const answer = small.locator('section.exchange').filter({ hasText: chineseQuestion });
      await answer.getByText('两年').first().waitFor(patience);
      await answer.scrollIntoViewIfNeeded();
      await picture('20-narrow', small);
      expect(await overhang(small)).toBe(0);
      const preview = await follow(
        answer.getByRole('link', { name: /第 4 页$/u }).first(),
        'click',
      );
      await picture('21-narrow-page', preview);
      expect(await overhang(preview)).toBe(0);
      expect(narrow.faults).toEqual([]);
      await narrow.context.close();
    });

    it('leaves no error on any console, and nothing that the content policy refused', () => {
      expect(window.faults).toEqual([]);
    });
  },
);

/** The marks lie inside the page's picture, and over the quoted words as the file itself has them. */
const expectMarked = async (preview: Page, file: URL, number: number): Promise<string> => {
  const boxes = await markedBoxes(preview);
  expect(boxes.length).toBeGreaterThan(0);
  for (const { left, top, right, bottom } of boxes) {
    expect(Math.min(left, top, 1 - right, 1 - bottom)).toBeGreaterThan(0);
    expect(Math.min(right - left, bottom - top)).toBeGreaterThan(0);
  }
  const quoted = await preview.getByRole('blockquote').innerText();
  expect(plain(wordsUnder(file, number, boxes).join(''))).toBe(plain(quoted));
  return quoted;
};

const phone = {
  viewport: { width: 390, height: 844 },
  locale: 'zh-CN',
  isMobile: true,
  hasTouch: true,
} as const;

const isFocused = (link: Locator): Promise<boolean> =>
  link.evaluate((element) => element.matches(':focus'));

/** How many pixels of the page lie beside the window. */
const overhang = (page: Page): Promise<number> =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
