import type { Candidate } from './05-gate.ts';

/** Passages of one group before the others get room. Source: ask.md 06. */
const room = 3;

const demote = (
  candidates: readonly Candidate[],
  groupOf: (candidate: Candidate) => string,
): readonly Candidate[] => {
  const counts = new Map<string, number>();
  const first: Candidate[] = [];
  const behind: Candidate[] = [];
  for (const candidate of candidates) {
    const group = groupOf(candidate);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    (count <= room ? first : behind).push(candidate);
  }
  return [...first, ...behind];
};

/** Several documents, before rerank: a long document cannot fill the window. Nothing is deleted. */
export const diversifyDocuments = (candidates: readonly Candidate[]): readonly Candidate[] =>
  demote(candidates, ({ segment }) => `${segment.documentId} ${segment.type}`);

/** One document, after rerank: its sections get room, neighbouring passages are not lost too early. */
export const diversifySections = (candidates: readonly Candidate[]): readonly Candidate[] =>
  demote(candidates, ({ segment }) => JSON.stringify([segment.headingPath, segment.type]));
