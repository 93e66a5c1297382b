import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { PastTurn } from '#core/domain/run.ts';
import type { Judgements } from './metrics.ts';

const passageSchema = z.object({ _id: z.string(), title: z.string().optional(), text: z.string() });

const querySchema = z.object({
  _id: z.string(),
  text: z.string(),
  metadata: z
    .looseObject({
      history: z
        .array(z.looseObject({ speaker: z.enum(['user', 'agent']), text: z.string() }))
        .optional(),
    })
    .optional(),
});

export type DatasetPassage = { readonly id: string; readonly title: string; readonly text: string };

export type DatasetTurn = { readonly speaker: 'user' | 'agent'; readonly text: string };

export type DatasetQuery = {
  readonly id: string;
  readonly text: string;
  /** Earlier turns, oldest first; empty for a first question. */
  readonly history: readonly DatasetTurn[];
  /** What else the set says of it, unchecked (`Answerability` in mtrag-un). */
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type Dataset = {
  readonly passages: readonly DatasetPassage[];
  /** All queries, also those without judgements. */
  readonly queries: readonly DatasetQuery[];
  /** By query id. */
  readonly judgements: ReadonlyMap<string, Judgements>;
};

const readLines = async <Row>(path: string, schema: z.ZodType<Row>): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() !== '') rows.push(schema.parse(JSON.parse(line)));
  }
  return rows;
};

const readJudgements = async (
  folder: string,
  split: string | undefined,
): Promise<Map<string, Map<string, number>>> => {
  const all = new Map<string, Map<string, number>>();
  const files = (await readdir(folder)).filter((name) => name.endsWith('.tsv')).toSorted();
  for (const file of files) {
    if (split !== undefined && file !== `${split}.tsv`) continue;
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n').slice(1);
    for (const line of lines) {
      const [query, passage, gain] = line.trim().split('\t');
      if (query === undefined || passage === undefined || gain === undefined) continue;
      const ofQuery = all.get(query) ?? new Map<string, number>();
      ofQuery.set(passage, Number(gain));
      all.set(query, ofQuery);
    }
  }
  return all;
};

/**
 * Reads a folder in BEIR layout: `corpus.jsonl`, `queries.jsonl`, `qrels/*.tsv` with a header line.
 * `split` names one file of qrels; without it all are read. Rejects where a row has another shape.
 */
export const loadDataset = async (folder: string, split?: string): Promise<Dataset> => {
  const [passages, queries, judgements] = await Promise.all([
    readLines(join(folder, 'corpus.jsonl'), passageSchema),
    readLines(join(folder, 'queries.jsonl'), querySchema),
    readJudgements(join(folder, 'qrels'), split),
  ]);
  return {
    passages: passages.map(({ _id, title, text }) => ({ id: _id, title: title ?? '', text })),
    queries: queries.map(({ _id, text, metadata }) => ({
      id: _id,
      text,
      history: (metadata?.history ?? []).map((turn) => ({
        speaker: turn.speaker,
        text: turn.text,
      })),
      metadata: metadata ?? {},
    })),
    judgements,
  };
};

/** Queries that have at least one relevant passage: the only ones a ranking can be scored on. */
export const judgedQueries = ({ queries, judgements }: Dataset): readonly DatasetQuery[] =>
  queries.filter(({ id }) => [...(judgements.get(id)?.values() ?? [])].some((gain) => gain > 0));

/** The plain query of a follow-up: the last turn after the previous turn of the user. */
export const withPreviousTurn = ({ text, history }: DatasetQuery): string => {
  const previous = history.findLast((turn) => turn.speaker === 'user');
  return previous === undefined ? text : `${previous.text} ${text}`;
};

/** The conversation before a query as the product keeps it: what was asked, and what was answered last before the next question. */
export const pastTurns = ({ history }: DatasetQuery): readonly PastTurn[] => {
  const turns: { question: string; answer: string }[] = [];
  for (const { speaker, text } of history) {
    const last = turns.at(-1);
    if (speaker === 'user') turns.push({ question: text, answer: '' });
    else if (last !== undefined) last.answer = text;
  }
  return turns;
};
