import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PageAddress } from '#bot/main.ts';

const fileIn = (dataFolder: string): string => join(dataFolder, 'page.json');
const addressSchema = z.object({ origin: z.url(), url: z.url() });

/** Tells the command line where the running page is. Readable by this user alone: it holds the session's token. */
export const writePageAddress = (dataFolder: string, address: PageAddress): void =>
  writeFileSync(fileIn(dataFolder), JSON.stringify(address), { mode: 0o600 });

export const removePageAddress = (dataFolder: string): void =>
  rmSync(fileIn(dataFolder), { force: true });

/** Null where no page was told of, or the note is unreadable. */
export const readPageAddress = (dataFolder: string): PageAddress | null => {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
  } catch {
    return null;
  }
};
