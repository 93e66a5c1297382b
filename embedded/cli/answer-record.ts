import type { Answer, CardHit, Citation } from '#core/domain/answer.ts';
import type { QuestionRefusal } from '#core/domain/question-limits.ts';
import { sentencesFor } from '#core/domain/sentences.ts';
import type { Run } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';

/** What `--json` prints for one answer: pages 1-based, boxes in points from the page's top left. */
export type AnswerRecord = {
  readonly id: string | number;
  readonly outcome: string;
  readonly reason: string | null;
  readonly type: string | null;
  readonly answer: string;
  readonly citations: readonly unknown[];
  readonly cards: readonly unknown[];
  readonly modelCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly timingsMs: Readonly<Record<string, number>>;
  readonly degraded: readonly string[];
  readonly traceId: string;
};

/** `id` is the caller's own name for the question. */
export const answerRecord = (
  id: string | number,
  run: Run,
  trace: Trace | null,
  url: (citationId: string) => string,
): AnswerRecord => {
  const { answer } = run;
  const ended = answer?.outcome ?? run.status;
  return {
    id,
    outcome: run.status === 'CANCELLED' ? 'CANCELLED' : ended,
    ...(answer === null ? nothing : told(answer, url)),
    ...(trace === null ? unspent : spent(trace)),
    traceId: run.traceId,
  };
};

const nothing = {
  reason: null,
  type: null,
  answer: '',
  citations: [],
  cards: [],
  degraded: [],
} as const;
const unspent = { modelCalls: 0, tokens: { input: 0, output: 0 }, timingsMs: {} } as const;

const spent = ({ modelCalls, tokens, timingsMs }: Trace) => ({ modelCalls, tokens, timingsMs });

const told = (answer: Answer, url: (citationId: string) => string) => ({
  reason: answer.reason,
  type: answer.type,
  answer: answer.markdown,
  citations: answer.citations.map((citation) => citationRecord(citation, url)),
  cards: answer.cards.map((card) => ({
    document: card.documentName,
    file: card.fileName,
    hits: card.hits.map((hit) => hitRecord(hit, url)),
  })),
  degraded: answer.degraded,
});

/** Of a text that was no question: nothing was searched and no model was asked. */
export const refusedRecord = (
  id: string | number,
  { code, detail }: QuestionRefusal,
): AnswerRecord => ({
  id,
  outcome: 'NO_EVIDENCE',
  ...nothing,
  reason: code,
  answer: sentencesFor(code, detail).en,
  ...unspent,
  traceId: '',
});

const citationRecord = (citation: Citation, url: (citationId: string) => string) => ({
  label: citation.label,
  document: citation.documentName,
  file: citation.fileName,
  page: citation.page,
  boxes: citation.boxes,
  quote: citation.quote,
  reason: citation.reason,
  url: url(citation.id),
});

const hitRecord = (hit: CardHit, url: (citationId: string) => string) => ({
  page: hit.page,
  quote: hit.quote,
  score: hit.score,
  url: url(hit.citationId),
});
