import type { z } from 'zod';

type Group = { readonly title: string; readonly schema: z.ZodObject };

/** The text of .env.example: every variable with its description and default, all commented out. */
export const environmentExample = (groups: readonly Group[]): string =>
  [
    '# Everything here is optional: Anchr runs without any of it.',
    '# Copy to .env and set what you need.',
    ...groups.flatMap(({ title, schema }) => [
      '',
      `## ${title}`,
      ...Object.entries(schema.shape).flatMap(([name, field]) => {
        const read = field.safeParse(undefined);
        const byDefault = read.success && read.data !== undefined ? String(read.data) : '';
        return [`# ${field.meta()?.description ?? ''}`, `# ${name}=${byDefault}`];
      }),
    ]),
    '',
  ].join('\n');
