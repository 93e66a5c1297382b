import type { Answer } from '#core/domain/answer.ts';
import type { Person, RunId, WorkspaceId } from '#core/domain/ids.ts';
import type { Admission, NewQuestion, QuestionKey } from '#core/domain/run.ts';
import type { Ids } from '#core/ports/ids.ts';
import { bumpDelivery } from './bump-delivery.ts';
import type { Transaction } from './connect.ts';
import { asJson } from './json.ts';
import { liveStatuses } from './run-rows.ts';

/**
 * Locks the row of a question for the rest of the transaction, making it if it is the first to
 * come: admitting and cancelling meet here, whichever is first. Gives who asked to cancel it.
 */
export const lockQuestion = async (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  key: QuestionKey,
): Promise<Person | null> => {
  const [row] = await transaction<{ cancel_requested_by: Person | null }[]>`
    insert into questions (workspace_id, platform, channel_id, source_id)
    values (${workspaceId}, ${key.platform}, ${key.channelId}, ${key.sourceId})
    on conflict (workspace_id, platform, channel_id, source_id)
      do update set source_id = excluded.source_id
    returning cancel_requested_by`;
  return row?.cancel_requested_by ?? null;
};

/** The runs of a question, newest first. */
export const runsOfQuestion = async (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  key: QuestionKey,
): Promise<readonly RunId[]> => {
  const rows = await transaction<{ id: string }[]>`
    select r.id from turns t join runs r on r.turn_id = t.id
    where t.workspace_id = ${workspaceId} and t.platform = ${key.platform}
      and t.channel_id = ${key.channelId} and t.source_id = ${key.sourceId}
    order by r.created_at desc, r.id desc`;
  return rows.map(({ id }) => id);
};

/** What a cancelled run says: the cards that were found by then. */
export const cancelledAnswer = (cards: Answer['cards'], language: string): Answer => ({
  outcome: 'CANCELLED',
  reason: null,
  type: null,
  markdown: '',
  citations: [],
  cards,
  language,
  degraded: [],
  stillIndexing: null,
});

/** `Runs.admit`, within the caller's transaction. */
export const admitQuestion = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  question: NewQuestion,
): Promise<Admission> => {
  const cancelledBy = await lockQuestion(transaction, workspaceId, question.key);
  const [earlier] = await runsOfQuestion(transaction, workspaceId, question.key);
  if (earlier !== undefined) return { kind: 'duplicate', runId: earlier };

  const conversationId = await conversationOf(transaction, ids, workspaceId, question);
  const turnId = await addTurn(transaction, ids, workspaceId, question, conversationId);
  const runId = ids.next();
  const ahead = await liveRuns(transaction, workspaceId, question.libraryId);
  await addRun(transaction, { workspaceId, question, conversationId, turnId, runId, cancelledBy });
  await bumpDelivery(transaction, ids, workspaceId, question.address, { kind: 'run', id: runId });
  return cancelledBy === null
    ? { kind: 'admitted', runId, conversationId, ahead }
    : { kind: 'cancelled', runId };
};

/** The thread's; a question outside any thread begins one that is named after it. */
const conversationOf = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  { address, key, libraryId, scope }: NewQuestion,
): Promise<string> => {
  const kept = scope.kind === 'library' ? null : asJson(transaction, scope);
  const [row] = await transaction<{ id: string }[]>`
    insert into conversations (id, workspace_id, library_id, platform, channel_id, thread_id, scope)
    values (${ids.next()}, ${workspaceId}, ${libraryId}, ${address.platform}, ${address.channelId},
      ${address.threadId ?? key.sourceId}, ${kept})
    on conflict (workspace_id, platform, channel_id, thread_id) do update set scope = excluded.scope
    returning id`;
  if (row === undefined) throw new Error('an upsert returned nothing');
  return row.id;
};

/** The conversation's row is locked, so numbers are given one after the other. */
const addTurn = async (
  transaction: Transaction,
  ids: Ids,
  workspaceId: WorkspaceId,
  { key, asker, question }: NewQuestion,
  conversationId: string,
): Promise<string> => {
  const turnId = ids.next();
  await transaction`
    insert into turns (id, workspace_id, conversation_id, platform, channel_id, source_id, number,
      asker_id, asker_name, question)
    select ${turnId}, ${workspaceId}, ${conversationId}, ${key.platform}, ${key.channelId},
      ${key.sourceId}, coalesce(max(number), 0) + 1, ${asker.id}, ${asker.name}, ${question}
    from turns where conversation_id = ${conversationId}`;
  return turnId;
};

const liveRuns = async (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  libraryId: string,
): Promise<number> => {
  const [row] = await transaction<{ count: number }[]>`
    select count(*)::int as count from runs where workspace_id = ${workspaceId}
      and library_id = ${libraryId} and status = any(${liveStatuses})`;
  return row?.count ?? 0;
};

type NewRun = {
  readonly workspaceId: WorkspaceId;
  readonly question: NewQuestion;
  readonly conversationId: string;
  readonly turnId: string;
  readonly runId: RunId;
  readonly cancelledBy: Person | null;
};

const addRun = async (transaction: Transaction, run: NewRun): Promise<void> => {
  const { question, cancelledBy } = run;
  const waits = question.waitForMessageId !== null;
  const cancelled = cancelledBy !== null;
  await transaction`
    insert into runs ${transaction({
      id: run.runId,
      workspace_id: run.workspaceId,
      library_id: question.libraryId,
      conversation_id: run.conversationId,
      turn_id: run.turnId,
      thread_id: question.address.threadId,
      intent: question.intent,
      via: question.via,
      mode: question.mode,
      scope: asJson(transaction, question.scope),
      history: question.history === null ? null : asJson(transaction, question.history),
      wait_for_message_id: question.waitForMessageId,
      state: asJson(transaction, { kind: 'retrieving' }),
      progress: asJson(transaction, { phase: waits ? 'waiting-for-document' : 'queued', text: '' }),
      trace_id: question.traceId,
      status: cancelled ? 'CANCELLED' : waits ? 'WAITING_FOR_DOCUMENT' : 'QUEUED',
      outcome: cancelled ? 'CANCELLED' : null,
      answer: cancelled ? asJson(transaction, cancelledAnswer([], 'en')) : null,
      cancelled_by: cancelled ? asJson(transaction, cancelledBy) : null,
      finished_at: cancelled ? new Date() : null,
    })}`;
};
