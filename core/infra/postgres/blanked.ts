import type { Answer } from '#core/domain/answer.ts';
import type { DocumentId } from '#core/domain/ids.ts';
import type { RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';

/**
 * What is left of a run's words when a document is forgotten. Messages that were posted are the
 * platform's; what is stored here keeps its shape, its labels and its ids, and no word of the document.
 */
export const blanked = (documentId: DocumentId) => {
  const other = (one: { readonly documentId: DocumentId }): boolean =>
    one.documentId !== documentId;

  /** An answer made of the document's own sentences goes whole. */
  const answer = (given: Answer): Answer => {
    const cited = !given.citations.every(other);
    return {
      ...given,
      markdown: cited && given.type === 'QUOTATION' ? '' : given.markdown,
      citations: given.citations.map((citation) =>
        other(citation)
          ? citation
          : { ...citation, quote: '', reason: '', headingPath: [], boxes: [], unconfirmed: [] },
      ),
      cards: given.cards.filter(other),
    };
  };

  const trace = (given: Trace): Trace => ({
    ...given,
    passages: Object.fromEntries(
      Object.entries(given.passages).filter(([, passage]) => other(passage)),
    ),
  });

  /** A run that was about to answer from it searches again. */
  const state = (given: RunState): RunState => {
    switch (given.kind) {
      case 'retrieving':
        return given;
      case 'answering':
        return { kind: 'retrieving' };
      case 'done':
        return {
          ...given,
          answer: answer(given.answer),
          trace: given.trace === null ? null : trace(given.trace),
        };
    }
  };

  return { answer, trace, state };
};
