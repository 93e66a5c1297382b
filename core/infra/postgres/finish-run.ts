import type { Answer, Citation, Evidence, ResultCard } from '#core/domain/answer.ts';
import { Terminal } from '#core/domain/errors.ts';
import type { RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { Transaction } from './connect.ts';
import { asJson } from './json.ts';
import type { RunRow } from './run-rows.ts';

type Done = Extract<RunState, { kind: 'done' }>;

/**
 * The terminal write of a locked, live run with all that hangs on it. Documents named by it are
 * locked against forgetting: one that is gone may not be cited (Terminal('document_deleted')), and
 * of one that is merely shown nothing is kept.
 */
export const finishRun = async (
  transaction: Transaction,
  row: RunRow,
  { status, answer, trace }: Done,
): Promise<void> => {
  const evidence = row.state.kind === 'answering' ? row.state.found.evidence : [];
  const here = await lockDocuments(transaction, row, documentsOf(answer, evidence, trace));
  if (answer.citations.some(({ documentId }) => !here.has(documentId))) {
    throw new Terminal('document_deleted', 'a cited document was deleted while it was answered');
  }
  const shown: Answer = { ...answer, cards: answer.cards.filter((c) => here.has(c.documentId)) };
  await addEvidence(
    transaction,
    row,
    evidence.filter(({ documentId }) => here.has(documentId)),
  );
  await addCitations(transaction, row, answer.citations);
  await addCardLinks(transaction, row, shown.cards);
  if (trace !== null) await addTrace(transaction, row, trace, here);
  await transaction`
    update runs set status = ${status}, outcome = ${answer.outcome}, answer_type = ${answer.type},
      answer = ${asJson(transaction, shown)}, state = ${asJson(transaction, { kind: 'retrieving' })},
      finished_at = now(), sequence = sequence + 1, lease_owner = null, lease_until = null
    where id = ${row.id}`;
};

const documentsOf = (
  answer: Answer,
  evidence: readonly Evidence[],
  trace: Trace | null,
): readonly string[] => [
  ...new Set([
    ...answer.citations.map(({ documentId }) => documentId),
    ...answer.cards.map(({ documentId }) => documentId),
    ...evidence.map(({ documentId }) => documentId),
    ...Object.values(trace?.passages ?? {}).map(({ documentId }) => documentId),
  ]),
];

/** Those of the documents that are live; they stay so until the transaction ends. */
export const lockDocuments = async (
  transaction: Transaction,
  row: Pick<RunRow, 'workspace_id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await transaction<{ id: string }[]>`
    select id from documents where id = any(${[...ids]}) and workspace_id = ${row.workspace_id}
      and deleted_at is null order by id for share`;
  return new Set(rows.map(({ id }) => id));
};

const addEvidence = async (
  transaction: Transaction,
  row: RunRow,
  evidence: readonly Evidence[],
): Promise<void> => {
  if (evidence.length === 0) return;
  const rows = evidence.map((passage) => ({
    run_id: row.id,
    workspace_id: row.workspace_id,
    number: passage.number,
    segment_id: passage.segmentId,
    document_id: passage.documentId,
    generation: passage.generation,
    passage: asJson(transaction, passage),
  }));
  await transaction`insert into evidence ${transaction(rows)}`;
};

const addCitations = async (
  transaction: Transaction,
  row: RunRow,
  citations: readonly Citation[],
): Promise<void> => {
  if (citations.length === 0) return;
  // One passage may be cited under one label in several places: it is one link.
  const byId = new Map(citations.map((citation) => [citation.id, citation]));
  const rows = [...byId.values()].map((citation) => ({
    id: citation.id,
    workspace_id: row.workspace_id,
    run_id: row.id,
    library_id: row.library_id,
    label: citation.label,
    document_id: citation.documentId,
    generation: citation.generation,
    source_hash: citation.sourceHash,
    citation: asJson(transaction, citation),
  }));
  await transaction`insert into citations ${transaction(rows)}`;
};

/** A card's links open as citations do; what they show is read from the segments now. */
export const addCardLinks = async (
  transaction: Transaction,
  row: RunRow,
  cards: readonly ResultCard[],
): Promise<void> => {
  const hits = cards.flatMap((card) => card.hits);
  if (hits.length === 0) return;
  await transaction`
    insert into citations (id, workspace_id, run_id, library_id, label, document_id, generation,
      source_hash, citation)
    select hit.id, ${row.workspace_id}, ${row.id}, ${row.library_id}, '', s.document_id,
      s.generation, g.content_hash, jsonb_build_object(
        'id', hit.id, 'label', '', 'documentId', s.document_id,
        'documentName', coalesce(d.title, d.name), 'fileName', d.name,
        'sourceHash', g.content_hash, 'segmentId', s.id, 'generation', s.generation,
        'page', hit.page, 'boxes', s.boxes, 'headingPath', s.heading_path,
        'quote', hit.quote, 'reason', '', 'unconfirmed', '[]'::jsonb)
    from unnest(${hits.map((hit) => hit.citationId)}::text[],
      ${hits.map((hit) => hit.segmentId)}::text[], ${hits.map((hit) => hit.page)}::int[],
      ${hits.map((hit) => hit.quote)}::text[]) as hit (id, segment_id, page, quote)
    join segments s on s.id = hit.segment_id and s.workspace_id = ${row.workspace_id}
    join documents d on d.id = s.document_id and d.deleted_at is null
    join generations g on g.document_id = s.document_id and g.number = s.generation
    on conflict (id) do nothing`;
};

const addTrace = async (
  transaction: Transaction,
  row: RunRow,
  trace: Trace,
  here: ReadonlySet<string>,
): Promise<void> => {
  const passages = Object.fromEntries(
    Object.entries(trace.passages).filter(([, { documentId }]) => here.has(documentId)),
  );
  await transaction`
    insert into traces (run_id, workspace_id, trace)
    values (${row.id}, ${row.workspace_id}, ${asJson(transaction, { ...trace, passages })})`;
};
