import { randomBytes } from 'node:crypto';
import type { Ids } from '#core/ports/ids.ts';

/** UUID version 7 (RFC 9562): 48 bits of milliseconds, so that rows sort by age, then random bits. */
const timeOrdered = (nowMs: number): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32]
    .map((end, index, ends) => hex.slice(index === 0 ? 0 : ends[index - 1], end))
    .join('-');
};

export const createRandomIds = (now: () => Date): Ids => ({
  next: () => timeOrdered(now().getTime()),
  opaque: () => randomBytes(16).toString('base64url'),
});
