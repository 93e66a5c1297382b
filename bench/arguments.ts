import { parseArgs } from 'node:util';
import { Terminal } from '#core/domain/errors.ts';

/** Options of a bench by name. Rejects with a sentence for one that is missing or unknown. */
export const benchArguments = <Name extends string>(
  needed: readonly Name[],
): {
  readonly value: (name: Name) => string;
  readonly split: string | undefined;
  readonly limit: number;
  readonly json: boolean;
} => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      pdfs: { type: 'string' },
      questions: { type: 'string' },
      split: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const given = new Map<string, unknown>(Object.entries(values));
  const value = (name: Name): string => {
    const found = given.get(name);
    if (typeof found === 'string') return found;
    throw new Terminal('USAGE', `Name what to measure on: --${name} PATH`);
  };
  for (const name of needed) value(name);
  const limit = values.limit === undefined ? Infinity : Number(values.limit);
  if (!(limit > 0)) throw new Terminal('USAGE', '--limit takes a number of questions above 0.');
  return { value, split: values.split, limit, json: values.json };
};

/** Runs a bench and ends in a sentence where it cannot. */
export const runBench = async (bench: () => Promise<void>): Promise<void> => {
  try {
    await bench();
  } catch (error) {
    if (!(error instanceof Terminal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};
