import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { z } from 'zod';

const python = fileURLToPath(new URL('../sidecar-docling/.venv/bin/python', import.meta.url));

/** A window of Chromium that notes everything which went wrong in any of its pages. */
export type Window = {
  readonly context: BrowserContext;
  /** Errors on the console (breaches of the content policy are some), uncaught ones, failed requests, dialogs. */
  readonly faults: readonly string[];
};

export const launch = (program: string): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });

export const openWindow = async (
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Window> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return { context, faults };
};

/** Opens what the link leads to, as a person does, in the page that the browser opens for it. */
export const follow = async (link: Locator, act: 'click' | 'Enter'): Promise<Page> => {
  const [page] = await Promise.all([
    link.page().context().waitForEvent('page'),
    act === 'click' ? link.click() : link.press('Enter'),
  ]);
  await page.getByRole('figure').waitFor();
  return page;
};

/** Shares of the page's width and height, from its upper left corner. */
export type MarkedBox = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Where the marks lie on the page's picture, as the browser has laid them out. */
export const markedBoxes = async (page: Page): Promise<readonly MarkedBox[]> => {
  const picture = await page.getByRole('img').boundingBox();
  if (picture === null) throw new Error('the page has no visible picture');
  const marks = await page.locator('.sheet rect').all();
  const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()));
  return boxes.flatMap((box) =>
    box === null
      ? []
      : {
          left: (box.x - picture.x) / picture.width,
          top: (box.y - picture.y) / picture.height,
          right: (box.x + box.width - picture.x) / picture.width,
          bottom: (box.y + box.height - picture.y) / picture.height,
        },
  );
};

const readWords = `
import json, sys
import pypdfium2
file, number, boxes = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
page = pypdfium2.PdfDocument(file)[number - 1]
width, height = page.get_size()
text = page.get_textpage()
print(json.dumps([
    text.get_text_bounded(
        left=box["left"] * width, right=box["right"] * width,
        top=height - box["top"] * height, bottom=height - box["bottom"] * height,
    )
    for box in boxes
]))
`;

/** The words that the PDF itself has in each of these places, whatever Anchr believes to be there. */
export const wordsUnder = (
  file: URL,
  page: number,
  boxes: readonly MarkedBox[],
): readonly string[] => {
  const parameters = [fileURLToPath(file), String(page), JSON.stringify(boxes)];
  const printed = execFileSync(python, ['-c', readWords, ...parameters], { encoding: 'utf8' });
  return z.array(z.string()).parse(JSON.parse(printed));
};
