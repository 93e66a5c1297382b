import type { Scope } from '#core/domain/scope.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { Candidate } from './05-gate.ts';
import type { Question } from './question.ts';

const excerptCharacters = 240;
/** Passages whose excerpt a trace keeps. */
const keptPassages = 40;

/** A trace of a question that was not searched for. */
export const emptyTrace = (question: Question, scope: Scope): Trace => ({
  question: question.text,
  query: question.text,
  keywords: [],
  rewrite: 'none',
  scope: { request: question.request, documents: scope.documents.length },
  legs: [],
  fused: [],
  gated: [],
  rerank: { status: 'none', note: null },
  evidence: [],
  signals: { bestCosine: null, coverage: null, nameFound: false, refused: null },
  passages: {},
  promptVersion: null,
  model: null,
  modelCalls: 0,
  tokens: { input: 0, output: 0 },
  validationErrors: [],
  timingsMs: {},
});

/** What a reader of the trace may see of the best candidates. */
export const passagesOf = (candidates: readonly Candidate[]): Trace['passages'] =>
  Object.fromEntries(
    candidates.slice(0, keptPassages).map(({ segment }) => [
      segment.id,
      {
        documentId: segment.documentId,
        documentName: segment.documentName,
        page: segment.pages[0] ?? null,
        excerpt: segment.body.slice(0, excerptCharacters),
      },
    ]),
  );
