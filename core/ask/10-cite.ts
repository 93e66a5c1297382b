import { cleanAnswer, isBlank } from '#core/text/markdown/clean-answer.ts';
import { parseAnswer, renumber } from '#core/text/markdown/footnotes.ts';
import { toMarkdown } from '#core/text/markdown/to-markdown.ts';
import { unconfirmed } from '#core/text/support.ts';
import type { Citation, Evidence } from '#core/domain/answer.ts';
import type { Ids } from '#core/ports/ids.ts';
import { claimsOf } from './claims.ts';
import { pageOf } from './page-of.ts';
import { bestSentence } from './result-cards.ts';

export type Cited =
  | { readonly kind: 'valid'; readonly markdown: string; readonly citations: readonly Citation[] }
  | {
      readonly kind: 'invalid';
      readonly reason: 'missing_citation' | 'invalid_citation' | 'invalid_model_response';
      /** The exact error, for the one repair. */
      readonly why: string;
    };

const quoteCharacters = 400;

/**
 * Validates a draft against this run's evidence, and renumbers what is used by document and passage in
 * order of first use. Images, raw HTML and links are removed; code, formulas and `arr[1]` stay.
 */
export const cite = (
  draft: string,
  evidence: readonly Evidence[],
  ids: Pick<Ids, 'opaque'>,
): Cited => {
  const parsed = parseAnswer(draft);
  const byNumber = new Map(evidence.map((item) => [String(item.number), item]));
  const wrong = [...parsed.illegal, ...parsed.references.filter((label) => !byNumber.has(label))];
  if (wrong.length > 0) {
    const written = [...new Set(wrong)].map((label) => `[^${label}]`).join(', ');
    const why = `it cites ${written}, but only the numbers 1 to ${evidence.length} exist, one in each marker.`;
    return { kind: 'invalid', reason: 'invalid_citation', why };
  }
  const tree = cleanAnswer(parsed.tree);
  if (isBlank(tree)) {
    return { kind: 'invalid', reason: 'invalid_model_response', why: 'its answer is empty.' };
  }
  const used = [...new Set(parsed.references)].flatMap((label) => byNumber.get(label) ?? []);
  if (used.length === 0) {
    return { kind: 'invalid', reason: 'missing_citation', why: 'its answer cites no passage.' };
  }
  const labels = labelsOf(used);
  const claims = claimsOf(tree);
  const citations = used.map((item) =>
    citationOf(item, labels.get(String(item.number)) ?? '', claims, ids),
  );
  return { kind: 'valid', markdown: toMarkdown(renumber(tree, labels)), citations };
};

/** Evidence 3, 2, 1 over documents a, b, a becomes 1-1, 2-1, 1-2. */
export const labelsOf = (used: readonly Evidence[]): ReadonlyMap<string, string> => {
  const documents: string[] = [];
  const passages = new Map<string, number>();
  const labels = new Map<string, string>();
  for (const { number, documentId } of used) {
    if (!documents.includes(documentId)) documents.push(documentId);
    const passage = (passages.get(documentId) ?? 0) + 1;
    passages.set(documentId, passage);
    labels.set(String(number), `${documents.indexOf(documentId) + 1}-${passage}`);
  }
  return labels;
};

/** `claims`: the sentences of the answer with the numbers that they cite. */
export const citationOf = (
  item: Evidence,
  label: string,
  claims: ReturnType<typeof claimsOf>,
  ids: Pick<Ids, 'opaque'>,
): Citation => {
  const own = claims.filter(({ numbers }) => numbers.includes(String(item.number)));
  const said = own.map(({ text }) => text).join(' ');
  const quote = bestSentence(said, item.body).slice(0, quoteCharacters);
  const passage = `${item.documentName}\n${item.fileName}\n${item.header}\n${item.context}`;
  return {
    id: ids.opaque(),
    label,
    documentId: item.documentId,
    documentName: item.documentName,
    fileName: item.fileName,
    sourceHash: item.sourceHash,
    segmentId: item.segmentId,
    generation: item.generation,
    page: pageOf(item, quote),
    boxes: item.boxes,
    headingPath: item.headingPath,
    quote,
    reason: item.matchReason,
    // A sentence with several citations may be borne out by them together.
    unconfirmed: own
      .filter(({ numbers }) => numbers.length === 1)
      .flatMap(({ text }) => unconfirmed(text, passage)),
  };
};
