import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Terminal } from '#core/domain/errors.ts';

const turnSchema = z.object({ question: z.string(), answer: z.string().default('') });
const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  question: z.string(),
  channel: z.string().min(1).optional(),
  /** Name, title or id of the one document that is asked about. */
  document: z.string().min(1).optional(),
  /** Earlier turns, oldest first. */
  history: z.array(turnSchema).default([]),
});

export type FiledQuestion = z.infer<typeof lineSchema>;

/** JSON lines of questions. Rejects with Terminal('USAGE') and the number of the first line that is none. */
export const readQuestions = (path: string): readonly FiledQuestion[] => {
  const lines = textOf(path).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = lineSchema.safeParse(jsonOf(line));
    if (read.success) return [read.data];
    const why = read.error.issues[0]?.message ?? 'not a question';
    const where = read.error.issues[0]?.path.join('.') ?? '';
    throw new Terminal(
      'USAGE',
      `${path}, line ${index + 1}: ${where === '' ? '' : `${where}: `}${why}`,
    );
  });
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Terminal('USAGE', `${path} cannot be read.`, { cause: error });
  }
};

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};
