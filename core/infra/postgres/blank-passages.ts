import type { DocumentId, WorkspaceId } from '#core/domain/ids.ts';
import { blanked } from './blanked.ts';
import type { Transaction } from './connect.ts';
import { asJson } from './json.ts';
import type { traces } from './schema/answers.ts';
import type { runs } from './schema/questions.ts';

type RunRow = Pick<typeof runs.$inferSelect, 'id' | 'state' | 'progress' | 'answer'>;
type TraceRow = Pick<typeof traces.$inferSelect, 'run_id' | 'trace'>;

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
  const traced = await transaction<TraceRow[]>`
    select run_id, trace from traces
    where jsonb_path_query_array(trace, '$.passages.*.documentId')
      @> ${asJson(transaction, [documentId])} for update`;
  for (const { run_id, trace } of traced) {
    await transaction`
      update traces set trace = ${asJson(transaction, without.trace(trace))}
      where run_id = ${run_id}`;
  }
  const finished = await transaction<RunRow[]>`
    select id, state, progress, answer from runs
    where id = any(${traced.map((row) => row.run_id)}) or id in (
      select run_id from citations where document_id = ${documentId}
      union select run_id from evidence where document_id = ${documentId})
    order by id for update`;
  // A live run that is being written waits for the document that is locked here, and then keeps nothing of it.
  const live = await transaction<RunRow[]>`
    select id, state, progress, answer from runs
    where workspace_id = ${workspaceId} and finished_at is null
      and strpos(state::text, ${documentId}) > 0
    order by id for update skip locked`;
  for (const { id, state, progress, answer } of [...finished, ...live]) {
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
