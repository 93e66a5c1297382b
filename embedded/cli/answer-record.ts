import type { Answer, CardHit, Citation } from '#core/domain/answer.ts';
import type { Run } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';

/** What `--json` prints for one answer: pages 1-based, boxes in points from the page's top left. */
export type AnswerRecord = {
  readonly id: string;
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
  id: string,
  run: Run,
  answer: Answer,
  trace: Trace | null,
  publicUrl: string,
): AnswerRecord => {
  const url = (citationId: string): string => `${publicUrl}/c/${citationId}`;
  return {
    id,
    outcome: answer.outcome,
    reason: answer.reason,
    type: answer.type,
    answer: answer.markdown,
    citations: answer.citations.map((citation) => citationRecord(citation, url)),
    cards: answer.cards.map((card) => ({
      document: card.documentName,
      file: card.fileName,
      hits: card.hits.map((hit) => hitRecord(hit, url)),
    })),
    modelCalls: trace?.modelCalls ?? 0,
    tokens: trace?.tokens ?? { input: 0, output: 0 },
    timingsMs: trace?.timingsMs ?? {},
    degraded: answer.degraded,
    traceId: run.traceId,
  };
};

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
