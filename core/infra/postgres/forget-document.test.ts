import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer, Citation, Evidence } from '#core/domain/answer.ts';
import type { Library } from '#core/domain/library.ts';
import type { RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import { ada, index, openLibrary, segmentsOf, shareFile } from '#core/testing/contracts/stores.ts';
import type { Indexed } from '#core/testing/contracts/stores.ts';
import { withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { asJson } from './json.ts';

/** Stands for the words of the document: must be nowhere once it is forgotten. */
const secret = 'the-secret-words';

const evidenceOf = ({ documentId, generation, contentHash }: Indexed): Evidence => ({
  number: 1,
  segmentId: `${documentId}.${generation}.0.TEXT`,
  documentId,
  generation,
  documentName: 'The Handbook',
  fileName: 'Handbook.pdf',
  sourceHash: contentHash,
  header: secret,
  headingPath: [],
  body: secret,
  context: secret,
  pages: [1],
  boxes: [],
  matchReason: secret,
});

const citationOf = (indexed: Indexed, label: string): Citation => ({
  id: randomUUID(),
  label,
  documentId: indexed.documentId,
  documentName: 'The Handbook',
  fileName: 'Handbook.pdf',
  sourceHash: indexed.contentHash,
  segmentId: `${indexed.documentId}.${indexed.generation}.0.TEXT`,
  generation: indexed.generation,
  boxes: [],
  page: 1,
  headingPath: [secret],
  quote: secret,
  reason: secret,
  unconfirmed: [secret],
});

const traceOf = ({ documentId, generation }: Indexed): Trace => ({
  question: 'what?',
  query: 'what?',
  keywords: [],
  rewrite: 'none',
  scope: { request: { kind: 'library' }, documents: 1 },
  legs: [],
  fused: [],
  gated: [],
  rerank: { status: 'none', note: null },
  evidence: [`${documentId}.${generation}.0.TEXT`],
  signals: { bestCosine: 0.8, coverage: 1, nameFound: false, refused: null },
  passages: {
    [`${documentId}.${generation}.0.TEXT`]: {
      documentId,
      documentName: 'The Handbook',
      page: 1,
      excerpt: secret,
    },
  },
  promptVersion: null,
  model: null,
  modelCalls: 0,
  tokens: { input: 0, output: 0 },
  validationErrors: [],
  timingsMs: {},
});

const answerOf = (indexed: Indexed, kept: Indexed): Answer => ({
  outcome: 'ANSWERED',
  reason: null,
  type: 'QUOTATION',
  markdown: `“${secret}” [^1-1]`,
  citations: [
    citationOf(indexed, '1-1'),
    { ...citationOf(kept, '2-1'), quote: 'kept', reason: 'kept', headingPath: [], unconfirmed: [] },
  ],
  cards: [
    {
      documentId: indexed.documentId,
      documentName: 'The Handbook',
      fileName: 'Handbook.pdf',
      hits: [{ citationId: 'c', segmentId: 's', page: 1, quote: secret, score: 1 }],
    },
  ],
  language: 'en',
  degraded: [],
  stillIndexing: null,
});

describe('forgetting a document', () => {
  const { connection } = withDatabase();

  /** How many rows of each table hold the words. */
  const tablesWithWords = async (): Promise<Readonly<Record<string, number>>> => {
    const { sql } = connection();
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from ${sql(name)} t where t::text like ${`%${secret}%`}`;
      if (row !== undefined && row.rows > 0) counts[name] = row.rows;
    }
    return counts;
  };

  const store = async (library: Library, state: RunState, indexed: Indexed): Promise<string> => {
    const { sql } = connection();
    const id = await storesOnPostgres(connection()).hands.ask(library, randomUUID(), null);
    const done = state.kind === 'done' ? state : null;
    await sql`
      update runs set state = ${asJson(sql, state)},
        progress = ${asJson(sql, { phase: 'answering', text: secret })},
        answer = ${done === null ? null : asJson(sql, done.answer)},
        status = ${done === null ? 'RUNNING' : 'COMPLETED'},
        finished_at = ${done === null ? null : new Date()}
      where id = ${id}`;
    if (done === null) return id;
    await sql`insert into traces (run_id, workspace_id, trace)
      values (${id}, ${library.workspaceId}, ${asJson(sql, done.trace)})`;
    await sql`insert into evidence (run_id, workspace_id, number, segment_id, document_id,
        generation, passage)
      values (${id}, ${library.workspaceId}, 1, 'segment', ${indexed.documentId}, 1,
        ${asJson(sql, evidenceOf(indexed))})`;
    await sql`insert into citations (id, workspace_id, run_id, library_id, label, document_id,
        generation, source_hash, citation)
      values (${randomUUID()}, ${library.workspaceId}, ${id}, ${library.id}, '1-1',
        ${indexed.documentId}, 1, ${indexed.contentHash}, ${asJson(sql, citationOf(indexed, '1-1'))})`;
    return id;
  };

  it('leaves its words in no row but its segments, which clean-up removes', async () => {
    const stores = storesOnPostgres(connection());
    const library = await openLibrary(stores);
    const gone = await index(stores, await shareFile(stores, library));
    const kept = await index(stores, await shareFile(stores, library));
    const trace = traceOf(gone);
    const answer = answerOf(gone, kept);
    const done = await store(library, { kind: 'done', status: 'COMPLETED', answer, trace }, gone);
    const found = {
      evidence: [evidenceOf(gone)],
      cards: [],
      degraded: [],
      stillIndexing: null,
      language: 'en',
      trace,
    };
    const live = await store(library, { kind: 'answering', found, rejected: null }, gone);
    const { sql } = connection();
    await sql`update segments set body = ${secret} where document_id = ${gone.documentId}`;
    expect(Object.keys(await tablesWithWords()).toSorted()).toEqual([
      'citations',
      'evidence',
      'runs',
      'segments',
      'traces',
    ]);

    await stores.documents.forget(library.workspaceId, gone.documentId, ada);
    expect(await tablesWithWords()).toEqual({ segments: segmentsOf(gone).length });
    await stores.segments.remove(library.workspaceId, gone);
    expect(await tablesWithWords()).toEqual({});

    const [finished] = await sql<{ answer: Answer; state: RunState }[]>`
      select answer, state from runs where id = ${done}`;
    expect(finished?.answer).toMatchObject({ outcome: 'ANSWERED', markdown: '', cards: [] });
    expect(finished?.answer.citations.map(({ label, quote }) => [label, quote])).toEqual([
      ['1-1', ''],
      ['2-1', 'kept'],
    ]);
    expect(finished?.state).toMatchObject({ kind: 'done', status: 'COMPLETED' });
    const [running] = await sql<{ state: RunState }[]>`select state from runs where id = ${live}`;
    expect(running?.state).toEqual({ kind: 'retrieving' });
  });

  it('leaves the words of other documents as they were', async () => {
    const stores = storesOnPostgres(connection());
    const library = await openLibrary(stores);
    const gone = await index(stores, await shareFile(stores, library));
    const kept = await index(stores, await shareFile(stores, library));
    const trace = traceOf(kept);
    const answer = answerOf(kept, kept);
    const state: RunState = { kind: 'done', status: 'COMPLETED', answer, trace };
    const id = await store(library, state, kept);
    await stores.documents.forget(library.workspaceId, gone.documentId, ada);
    const { sql } = connection();
    const [run] = await sql<{ state: RunState; answer: Answer }[]>`
      select state, answer from runs where id = ${id}`;
    expect(run).toEqual({ state, answer });
    const [row] = await sql<{ trace: Trace }[]>`select trace from traces where run_id = ${id}`;
    expect(row?.trace).toEqual(trace);
  });
});
