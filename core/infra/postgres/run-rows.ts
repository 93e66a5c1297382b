import type { Answer, AnswerMode } from '#core/domain/answer.ts';
import type { Person, Platform } from '#core/domain/ids.ts';
import { liveRunStatuses } from '#core/domain/run.ts';
import type {
  PastTurn,
  Run,
  RunIntent,
  RunProgress,
  RunState,
  RunStatus,
  RunVia,
} from '#core/domain/run.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { Queryable } from './connect.ts';

/** A row of `runs`. */
export type RunRow = {
  id: string;
  workspace_id: string;
  library_id: string;
  conversation_id: string;
  turn_id: string;
  thread_id: string | null;
  intent: RunIntent;
  via: RunVia;
  mode: AnswerMode;
  scope: ScopeRequest;
  history: PastTurn[] | null;
  state: RunState;
  progress: RunProgress;
  answer: Answer | null;
  cancelled_by: Person | null;
  trace_id: string;
  status: RunStatus;
  created_at: Date;
  finished_at: Date | null;
};

/** With what its turn says. */
export type AskedRunRow = RunRow & {
  platform: Platform;
  channel_id: string;
  number: number;
  asker_id: string;
  asker_name: string;
  question: string;
};

/** Turns that a later question may refer to. Source: ask.md 02. */
const maximumHistory = 5;

export const liveStatuses: string[] = [...liveRunStatuses];

/** Completes rows with the earlier turns of their conversations, in the order given. */
export const runsOf = async (
  sql: Queryable,
  rows: readonly AskedRunRow[],
): Promise<readonly Run[]> => {
  const histories = await historiesOf(
    sql,
    rows.filter((row) => row.history === null),
  );
  return rows.map((row) => runOf(row, row.history ?? histories.get(row.id) ?? []));
};

const runOf = (row: AskedRunRow, history: readonly PastTurn[]): Run => ({
  id: row.id,
  workspaceId: row.workspace_id,
  turnId: row.turn_id,
  conversationId: row.conversation_id,
  libraryId: row.library_id,
  address: { platform: row.platform, channelId: row.channel_id, threadId: row.thread_id },
  asker: { id: row.asker_id, name: row.asker_name },
  intent: row.intent,
  question: row.question,
  scope: row.scope,
  via: row.via,
  mode: row.mode,
  status: row.status,
  // A finished run's words are kept once, in `answer` and the trace, where forgetting finds them.
  state:
    row.answer === null
      ? row.state
      : { kind: 'done', status: row.status, answer: row.answer, trace: null },
  progress: row.progress,
  answer: row.answer,
  cancelledBy: row.cancelled_by,
  traceId: row.trace_id,
  history: history.slice(-maximumHistory),
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

/**
 * Earlier answered turns, oldest first. One that rested on a forgotten document is not remembered:
 * its answer may carry the document's words on.
 */
const historiesOf = async (
  sql: Queryable,
  rows: readonly AskedRunRow[],
): Promise<ReadonlyMap<string, readonly PastTurn[]>> => {
  const histories = new Map<string, PastTurn[]>();
  if (rows.length === 0) return histories;
  const found = await sql<{ run_id: string; question: string; answer: string }[]>`
    select asked.run_id, past.question, past.answer
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.conversation_id)}::text[],
      ${rows.map((row) => row.number)}::int[]) as asked (run_id, conversation_id, number)
    cross join lateral (
      select t.number, t.question, r.answer ->> 'markdown' as answer
      from turns t join runs r on r.turn_id = t.id
      where t.conversation_id = asked.conversation_id and t.number < asked.number
        and r.intent = 'answer' and r.outcome = 'ANSWERED'
        and not exists (select 1 from citations c
          where c.run_id = r.id and c.label <> '' and c.blanked_at is not null)
        and not exists (select 1 from evidence e
          where e.run_id = r.id and e.blanked_at is not null)
      order by t.number desc limit ${maximumHistory}
    ) past
    order by asked.run_id, past.number`;
  for (const { run_id, question, answer } of found) {
    const history = histories.get(run_id) ?? [];
    history.push({ question, answer });
    histories.set(run_id, history);
  }
  return histories;
};
