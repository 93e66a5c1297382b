import type { Answer } from '#core/domain/answer.ts';
import type { DocumentId, WorkspaceId } from '#core/domain/ids.ts';
import type { RunProgress, RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import { blanked } from './blanked.ts';
import type { Transaction } from './connect.ts';
import { asJson } from './json.ts';

type RunRow = { id: string; state: RunState; progress: RunProgress; answer: Answer | null };

/**
 * Takes the words of a forgotten document out of everything that was kept of questions: evidence,
 * citations, traces, answers, and what live runs have found so far. Within the caller's transaction.
 */
export const blankPassages = async (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  documentId: DocumentId,
): Promise<void> => {
  const without = blanked(documentId);
  const traces = await transaction<{ run_id: string; trace: Trace }[]>`
    select run_id, trace from traces
    where jsonb_path_query_array(trace, '$.passages.*.documentId')
      @> ${asJson(transaction, [documentId])} for update`;
  for (const { run_id, trace } of traces) {
    await transaction`
      update traces set trace = ${asJson(transaction, without.trace(trace))}
      where run_id = ${run_id}`;
  }
  const runs = await transaction<RunRow[]>`
    select id, state, progress, answer from runs
    where id = any(${traces.map((row) => row.run_id)}) or id in (
      select run_id from citations where document_id = ${documentId}
      union select run_id from evidence where document_id = ${documentId})
      or (workspace_id = ${workspaceId} and finished_at is null
        and strpos(state::text, ${documentId}) > 0)
    for update`;
  for (const { id, state, progress, answer } of runs) {
    await transaction`
      update runs set state = ${asJson(transaction, without.state(state))},
        progress = ${asJson(transaction, { ...progress, text: '' })},
        answer = ${answer === null ? null : asJson(transaction, without.answer(answer))}
      where id = ${id}`;
  }
  await transaction`
    update evidence set passage = '{}', blanked_at = now() where document_id = ${documentId}`;
  await transaction`
    update citations set citation = '{}', blanked_at = now() where document_id = ${documentId}`;
};
