import { randomUUID } from 'node:crypto';
import type { Answer, Citation, Evidence, ResultCard } from '#core/domain/answer.ts';
import type { Library } from '#core/domain/library.ts';
import type { Found, NewQuestion, RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Citations } from '#core/ports/citations.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Scopes } from '#core/ports/scopes.ts';
import type { Traces } from '#core/ports/traces.ts';
import type { Usage } from '#core/ports/usage.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';
import { ada, claimOf, index, openLibrary, segmentsOf, shareFile } from './stores.ts';
import type { Indexed, Stores } from './stores.ts';

/** What is kept of questions and answers, and what is searched, beside the stores they rest on. */
export type Records = Stores & {
  readonly runs: Runs;
  readonly deliveries: Deliveries;
  readonly citations: Citations;
  readonly traces: Traces;
  readonly scopes: Scopes;
  readonly usage: Usage;
  readonly messages: PlaygroundMessages;
  readonly vectors: VectorIndex;
  readonly keywords: KeywordIndex;
  /** The trace of a run is as old as that. */
  readonly ageTrace: (runId: string, days: number) => Promise<void>;
};

export const questionIn = (library: Library, given: Partial<NewQuestion> = {}): NewQuestion => {
  const sourceId = given.key?.sourceId ?? `question-${randomUUID()}`;
  return {
    intent: 'answer',
    key: { platform: library.platform, channelId: library.channelId, sourceId },
    libraryId: library.id,
    address: { platform: library.platform, channelId: library.channelId, threadId: sourceId },
    asker: ada,
    question: 'How many days of leave are there?',
    scope: { kind: 'library' },
    via: 'FIXED',
    mode: 'STRICT',
    waitForMessageId: null,
    traceId: randomUUID(),
    history: null,
    ...given,
  };
};

export type Asked = { readonly question: NewQuestion; readonly runId: string };

export const ask = async (
  records: Records,
  library: Library,
  given: Partial<NewQuestion> = {},
): Promise<Asked> => {
  const question = questionIn(library, given);
  const { runId } = await records.runs.admit(library.workspaceId, question);
  return { question, runId };
};

/** A document and a claimed run that has found a passage of it. */
export type Answering = Asked & {
  readonly library: Library;
  readonly indexed: Indexed;
  readonly claim: Claim;
  readonly found: Found;
};

export const answering = async (
  records: Records,
  given: Partial<NewQuestion> & { readonly library?: Library } = {},
): Promise<Answering> => {
  const { library: there, ...question } = given;
  const library = there ?? (await openLibrary(records));
  const indexed = await index(records, await shareFile(records, library));
  const asked = await ask(records, library, question);
  const claim = await claimOf(records, 'run', asked.runId);
  const found = foundIn(indexed);
  await records.runs.commit(claim, stateOf(found), { phase: 'answering', text: 'There' });
  return { ...asked, library, indexed, claim, found };
};

export const stateOf = (found: Found): RunState => ({ kind: 'answering', found, rejected: null });

export const foundIn = (indexed: Indexed): Found => ({
  evidence: [evidenceOf(indexed)],
  cards: [cardOf(indexed)],
  degraded: [],
  stillIndexing: null,
  language: 'en',
  trace: traceOf(indexed),
});

/** The run's end with an answer that cites the first passage of the document. */
export const doneWith = (
  { indexed, found }: Pick<Answering, 'indexed' | 'found'>,
  given: Partial<Answer> = {},
): Extract<RunState, { kind: 'done' }> => ({
  kind: 'done',
  status: 'COMPLETED',
  answer: {
    outcome: 'ANSWERED',
    reason: null,
    type: 'KNOWLEDGE',
    markdown: 'There are 30 days of leave.[^1-1]',
    citations: [citationOf(indexed)],
    cards: found.cards,
    language: 'en',
    degraded: [],
    stillIndexing: null,
    ...given,
  },
  trace: found.trace,
});

const firstSegment = ({ documentId, generation }: Indexed): string =>
  segmentsOf({ documentId, generation })[0]?.id ?? '';

const evidenceOf = (indexed: Indexed): Evidence => ({
  number: 1,
  segmentId: firstSegment(indexed),
  documentId: indexed.documentId,
  generation: indexed.generation,
  documentName: 'The Handbook',
  fileName: 'Handbook.pdf',
  sourceHash: indexed.contentHash,
  header: 'The Handbook › Leave',
  headingPath: [],
  body: 'There are 30 days.',
  context: 'There are 30 days.',
  pages: [1],
  boxes: [],
  matchReason: 'says how many',
});

export const citationOf = (indexed: Indexed, label = '1-1'): Citation => ({
  id: randomUUID(),
  label,
  documentId: indexed.documentId,
  documentName: 'The Handbook',
  fileName: 'Handbook.pdf',
  sourceHash: indexed.contentHash,
  segmentId: firstSegment(indexed),
  generation: indexed.generation,
  page: 1,
  boxes: [{ page: 1, left: 72.5, top: 80.25, right: 300, bottom: 120 }],
  headingPath: ['The Handbook', 'Leave'],
  quote: '30 days',
  reason: 'says how many',
  unconfirmed: [],
});

const cardOf = (indexed: Indexed): ResultCard => ({
  documentId: indexed.documentId,
  documentName: 'The Handbook',
  fileName: 'Handbook.pdf',
  hits: [
    {
      citationId: randomUUID(),
      segmentId: firstSegment(indexed),
      page: 1,
      quote: '30 days; 休假 too',
      score: 0.5,
    },
  ],
});

const traceOf = (indexed: Indexed): Trace => ({
  question: 'How many days?',
  query: 'How many days?',
  keywords: [],
  rewrite: 'none',
  scope: { request: { kind: 'library' }, documents: 1 },
  legs: [],
  fused: [],
  gated: [],
  rerank: { status: 'none', note: null },
  evidence: [firstSegment(indexed)],
  signals: { bestCosine: 0.8, coverage: 1, nameFound: false, refused: null },
  passages: {
    [firstSegment(indexed)]: {
      documentId: indexed.documentId,
      documentName: 'The Handbook',
      page: 1,
      excerpt: 'There are 30 days.',
    },
  },
  promptVersion: null,
  model: null,
  modelCalls: 0,
  tokens: { input: 0, output: 0 },
  validationErrors: [],
  timingsMs: {},
});
