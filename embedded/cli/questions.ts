import { liveRunStatuses } from '#core/domain/run.ts';
import type { PastTurn, Run, RunIntent, RunStatus } from '#core/domain/run.ts';
import { Terminal } from '#core/domain/errors.ts';
import { questionRefusal } from '#core/domain/question-limits.ts';
import { sentencesFor } from '#core/domain/sentences.ts';
import { traceLines } from '#core/domain/trace-lines.ts';
import { answerRecord, refusedRecord } from './answer-record.ts';
import type { Cli } from './connection.ts';
import type { Output } from './output.ts';
import { readQuestions } from './question-file.ts';

export type Asked = {
  readonly intent: RunIntent;
  readonly text: string;
  readonly channel: string;
  readonly document: string | null;
  readonly history: readonly PastTurn[] | null;
};

const questionsAtOnce = 4;
const looksMs = 100;
const latestRuns = 200;

/** Asks in the channel, as the person before the local page does. Resolves to the run's id. */
const admit = async (cli: Cli, asked: Asked): Promise<string> => {
  const { stores, workspaceId, person } = cli;
  const key = stores.ids.next();
  const library = await stores.libraries.ensure(
    workspaceId,
    'playground',
    asked.channel,
    asked.channel,
  );
  await stores.messages.post(workspaceId, {
    id: key,
    channelId: asked.channel,
    threadId: null,
    author: person,
    content: { kind: 'text', text: asked.text, files: [] },
  });
  const admission = await stores.runs.admit(workspaceId, {
    intent: asked.intent,
    key: { platform: 'playground', channelId: asked.channel, sourceId: key },
    libraryId: library.id,
    address: { platform: 'playground', channelId: asked.channel, threadId: key },
    asker: person,
    question: asked.text,
    scope: asked.document === null ? { kind: 'library' } : { kind: 'named', name: asked.document },
    via: 'FIXED',
    mode: cli.settings.ANCHR_ANSWER_MODE,
    waitForMessageId: null,
    traceId: stores.ids.opaque(),
    history: asked.history,
  });
  stores.wakeups.wake('run');
  stores.wakeups.wake('delivery');
  return admission.runId;
};

/** An interrupted command stops its run, as Cancel does. */
const runOver = async (cli: Cli, runId: string, signal: AbortSignal): Promise<Run> => {
  const { stores, workspaceId, person } = cli;
  for (;;) {
    const run = await stores.runs.find(workspaceId, runId);
    if (run === null) throw new Terminal('GONE', 'The question is gone.');
    if (run.finishedAt !== null) return run;
    if (signal.aborted) await stores.runs.cancel(workspaceId, { kind: 'run', runId }, person);
    await stores.clock.sleep(looksMs, never);
  }
};

const never = new AbortController().signal;

/** Asks once and tells the answer. Resolves to whether it ended as it should, with or without evidence. */
export const ask = async (
  cli: Cli,
  asked: Asked,
  output: Output,
  signal: AbortSignal,
): Promise<boolean> => {
  const text = asked.text.trim();
  const refusal = questionRefusal(text);
  if (refusal !== null) {
    throw new Terminal(refusal.code, sentencesFor(refusal.code, refusal.detail).en);
  }
  const run = await runOver(cli, await admit(cli, { ...asked, text }), signal);
  await tell(cli, run.id, run, output);
  return run.status === 'COMPLETED' || run.status === 'DEGRADED';
};

const recordOf = async (cli: Cli, id: string | number, run: Run) => {
  const trace = await cli.stores.traces.find(cli.workspaceId, run.id);
  return answerRecord(id, run, trace, cli.links.to);
};

const tell = async (cli: Cli, id: string, run: Run, output: Output): Promise<void> => {
  output.record(await recordOf(cli, id, run));
  const { answer } = run;
  if (answer === null || run.status === 'CANCELLED') return output.say('Stopped.');
  if (answer.outcome !== 'ANSWERED') {
    output.say(sentencesFor(answer.reason ?? answer.outcome, '').en);
  } else if (answer.markdown !== '') output.say(`${answer.markdown}\n`);
  for (const { id: citationId, label, documentName, page } of answer.citations) {
    output.say(`[${label}] ${placeOf(documentName, page)}: ${cli.links.open(citationId)}`);
  }
  if (answer.citations.length > 0) return;
  for (const { documentName, hits } of answer.cards) {
    for (const { citationId, page, quote } of hits) {
      output.say(`${placeOf(documentName, page)}: ${cli.links.open(citationId)}\n    ${quote}`);
    }
  }
};

const placeOf = (name: string, page: number | null): string =>
  page === null ? name : `${name}, page ${page}`;

/** Asks every question of a file, a few at once, and prints a JSON line each, in the file's order. */
export const askAll = async (
  cli: Cli,
  path: string,
  write: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const questions = readQuestions(path);
  for (let from = 0; from < questions.length; from += questionsAtOnce) {
    if (signal.aborted) return;
    const records = await Promise.all(
      questions.slice(from, from + questionsAtOnce).map(async (filed) => {
        const text = filed.question.trim();
        const refusal = questionRefusal(text);
        if (refusal !== null) return refusedRecord(filed.id, refusal);
        const asked: Asked = {
          intent: 'answer',
          text,
          channel: filed.channel ?? cli.library.channelId,
          document: filed.document ?? null,
          history: filed.history,
        };
        const run = await runOver(cli, await admit(cli, asked), signal);
        return recordOf(cli, filed.id, run);
      }),
    );
    for (const record of records) write(JSON.stringify(record));
  }
};

/** The named run, or all that are live in the channel. */
export const cancelRuns = async (cli: Cli, wanted: string, output: Output): Promise<void> => {
  const { stores, workspaceId, library, person } = cli;
  const live: readonly RunStatus[] = liveRunStatuses;
  const listed = await stores.runs.list(workspaceId, library.id, latestRuns);
  const ids =
    wanted === ''
      ? listed.filter(({ status }) => live.includes(status)).map(({ id }) => id)
      : [wanted];
  if (ids.length === 0) output.say(`Nothing is running in #${library.name}.`);
  for (const runId of ids) {
    const { kind } = await stores.runs.cancel(workspaceId, { kind: 'run', runId }, person);
    output.say(`${runId}: ${cancelled[kind]}`);
    output.record({ runId, result: kind });
  }
  for (const kind of ['run', 'delivery'] as const) stores.wakeups.wake(kind);
};

const cancelled = {
  cancelled: 'stopped',
  'already-finished': 'had finished already',
  remembered: 'is stopped when it comes',
  'nothing-to-cancel': 'is not there',
} as const;

/** By id or trace id, or the last one that ended in the channel. */
const findRun = async (cli: Cli, wanted: string): Promise<Run | null> => {
  const { stores, workspaceId, library } = cli;
  const listed = await stores.runs.list(workspaceId, library.id, latestRuns);
  if (wanted === '') return listed.find(({ finishedAt }) => finishedAt !== null) ?? null;
  const recent = listed.find(({ id, traceId }) => id === wanted || traceId === wanted);
  return recent ?? stores.runs.find(workspaceId, wanted);
};

/** How an answer was found: of the named run, or of the last one. */
export const why = async (cli: Cli, wanted: string, output: Output): Promise<void> => {
  const run = await findRun(cli, wanted);
  const trace = run && (await cli.stores.traces.find(cli.workspaceId, run.id));
  if (run === null || trace === null) {
    throw new Terminal('NO_TRACE', 'There is no answer there that could be explained.');
  }
  output.record({ runId: run.id, outcome: run.answer?.outcome ?? null, trace });
  output.say(`${run.question}\n${run.answer?.outcome ?? run.status}`);
  for (const line of traceLines(trace)) output.say(`  ${line}`);
  for (const segmentId of trace.evidence) {
    const passage = trace.passages[segmentId];
    if (passage === undefined) continue;
    output.say(`  · ${placeOf(passage.documentName, passage.page)}: ${passage.excerpt}`);
  }
};
