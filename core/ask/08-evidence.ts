import { analyze, analyzeQuery, exactNames } from '#core/text/analysis/analyze.ts';
import { coverage, inverseFrequency } from '#core/text/overlap.ts';
import { estimateTokens } from '#core/text/tokens.ts';
import type { Evidence } from '#core/domain/answer.ts';
import type { Segment } from '#core/domain/segment.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Candidate } from './05-gate.ts';
import { matchSummary } from './match-summary.ts';
import type { AskDependencies } from './question.ts';

/** What a model may see. Source: ask.md 08. */
const maximumPassages = 5;
const maximumTokens = 5_000;
const maximumOfOneDocument = 3;
/** Share of a passage's score from which another document's goes first. Fitted in bench/README.md, "Pages". */
const nearlyAsGood = 0.9;
/** Neighbours looked at on each side of a passage. ◦ */
const neighbourDistance = 2;

/**
 * Best first; visual-only hits and blank passages are never evidence. A document that gave its share
 * makes room for others that are nearly as good, not for whatever else there is.
 */
export const choosePassages = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const usable = candidates.filter(
    ({ segment }) => segment.type !== 'IMAGE_VISUAL' && segment.body.trim() !== '',
  );
  const chosen: Candidate[] = [];
  const counts = new Map<string, number>();
  const isFull = ({ segment }: Candidate): boolean =>
    (counts.get(segment.documentId) ?? 0) >= maximumOfOneDocument;
  let left = maximumTokens;
  for (const [index, candidate] of usable.entries()) {
    const { documentId, header, body } = candidate.segment;
    const tokens = estimateTokens(`${header}\n${body}`);
    const other = isFull(candidate) ? usable.slice(index + 1).find((one) => !isFull(one)) : null;
    const yields = other ? other.score >= candidate.score * nearlyAsGood : false;
    if (tokens > left || yields) continue;
    chosen.push(candidate);
    counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
    left -= tokens;
    if (chosen.length === maximumPassages) break;
  }
  return chosen;
};

/** The passages numbered from 1, each with its neighbours under the same heading while room is left. */
export const registerEvidence = async (
  { segments }: Pick<AskDependencies, 'segments'>,
  workspaceId: WorkspaceId,
  query: string,
  chosen: readonly Candidate[],
): Promise<readonly Evidence[]> => {
  const around = await segments.neighbours(
    workspaceId,
    chosen.map(({ segment }) => segment),
    neighbourDistance,
  );
  const own = chosen.map(({ segment }) => estimateTokens(`${segment.header}\n${segment.body}`));
  let left = maximumTokens - own.reduce((sum, tokens) => sum + tokens, 0);
  const taken = new Set(chosen.map(({ segment }) => segment.id));
  return chosen.map(({ segment }, index): Evidence => {
    const context = widen(segment, around, taken, left);
    left -= context.tokens;
    return {
      number: index + 1,
      segmentId: segment.id,
      documentId: segment.documentId,
      generation: segment.generation,
      documentName: segment.documentName,
      fileName: segment.fileName,
      sourceHash: segment.sourceHash,
      header: segment.header,
      headingPath: segment.headingPath,
      body: segment.body,
      context: context.text,
      pages: segment.pages,
      boxes: segment.boxes,
      matchReason: matchSummary(query, new Set(analyze(`${segment.header}\n${segment.body}`))),
    };
  });
};

/** Grows outwards from the passage, the nearest first; `taken` keeps a neighbour from being shown twice. */
const widen = (
  segment: Segment,
  around: readonly Segment[],
  taken: Set<string>,
  room: number,
): { readonly text: string; readonly tokens: number } => {
  const heading = JSON.stringify(segment.headingPath);
  const near = around
    .filter(
      (other) =>
        other.documentId === segment.documentId &&
        other.generation === segment.generation &&
        Math.abs(other.order - segment.order) <= neighbourDistance &&
        JSON.stringify(other.headingPath) === heading &&
        !taken.has(other.id),
    )
    .toSorted((a, b) => Math.abs(a.order - segment.order) - Math.abs(b.order - segment.order));
  const kept: Segment[] = [segment];
  let tokens = 0;
  for (const neighbour of near) {
    const more = estimateTokens(neighbour.body);
    if (tokens + more > room) break;
    tokens += more;
    taken.add(neighbour.id);
    kept.push(neighbour);
  }
  const text = kept
    .toSorted((a, b) => a.order - b.order)
    .map(({ body }) => body)
    .join('\n\n');
  return { text, tokens };
};

/**
 * Share of idf mass that the passages hold, of the text that they hold most of; null for texts without
 * terms. A follow-up is given as it was asked and as it was searched for: "How long does that take?"
 * says nothing alone, and with the turn before it much that was answered already.
 */
export const coverageOf = async (
  { keywords }: Pick<AskDependencies, 'keywords'>,
  workspaceId: WorkspaceId,
  texts: readonly string[],
  chosen: readonly Candidate[],
): Promise<number | null> => {
  const asked = [...new Set(texts)].map((text) => analyzeQuery(text));
  const known = asked.filter((terms) => terms.length > 0);
  if (known.length === 0) return null;
  const terms = [...new Set(known.flat().map(({ term }) => term))];
  const { total, counts } = await keywords.frequencies(workspaceId, terms);
  const passages = chosen.map(termsOf);
  const idf = (term: string): number => inverseFrequency(counts.get(term) ?? 0, total);
  return Math.max(...known.map((query) => coverage(query, passages, idf)));
};

/** Whether a name with digits that stands in the question stands in one of the passages as well. */
export const holdsName = (question: string, chosen: readonly Candidate[]): boolean => {
  const names = exactNames(question);
  if (names.length === 0) return false;
  const held = new Set(chosen.flatMap(termsOf));
  return names.some((name) => held.has(name));
};

const termsOf = ({ segment }: Candidate): readonly string[] =>
  analyze(`${segment.fileName}\n${segment.header}\n${segment.body}`);
