import { z } from 'zod';
import { Terminal } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment once against a schema whose keys are variable names. An empty value counts
 * as unset. Rejects with Terminal('BAD_CONFIGURATION') naming every problem at once, never a value.
 */
export const readSettings = <Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> => {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const read = schema.safeParse(given, { reportInput: false });
  if (read.success) return read.data;
  const problems = read.error.issues.map(
    (issue) => `  ${issue.path.join('.') || 'settings'}: ${issue.message}`,
  );
  throw new Terminal('BAD_CONFIGURATION', `These settings cannot be used:\n${problems.join('\n')}`);
};

/** A whole number from the environment, within bounds. */
export const wholeNumber = (fallback: number, minimum: number, maximum: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(fallback);
