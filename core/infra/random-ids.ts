import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ids } from '#core/ports/ids.ts';

/** Rows get UUIDs of version 7, which sort by age; links get 128 random bits. */
export const createRandomIds = (): Ids => ({
  next: () => v7(),
  opaque: () => randomBytes(16).toString('base64url'),
});
