import { z } from 'zod';
import { wholeNumber } from '#core/domain/settings.ts';

/** Settings of the receiving side. Descriptions stand in .env.example. */
export const botSettings = z.object({
  ANCHR_PLAYGROUND_PORT: wholeNumber(4317, 0, 65_535).describe(
    'Port of the local chat page on 127.0.0.1; 0 takes a free one.',
  ),
  ANCHR_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address under which citation links open; by default the local page.'),
});
