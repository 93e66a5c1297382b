import { z } from 'zod';

/** What the database's process is told: the one argument of its command line, as JSON. */
export const childOrder = z.object({
  folder: z.string(),
  tarball: z.string().nullable(),
  socketPath: z.string(),
  port: z.number().nullable(),
});
export type ChildOrder = Readonly<z.infer<typeof childOrder>>;

/** What it reports: the first line of its standard output, as JSON. */
export const childReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('failed'),
    verdict: z.string(),
    code: z.string(),
    message: z.string(),
  }),
]);
export type ChildReport = Readonly<z.infer<typeof childReport>>;
