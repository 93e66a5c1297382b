import { analyze } from '#core/text/analysis/analyze.ts';
import { sentences } from '#core/text/sentences.ts';
import type { CardHit, ResultCard } from '#core/domain/answer.ts';
import type { ConfirmedSegment } from '#core/domain/segment.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Candidate } from './05-gate.ts';

/** Source: ask.md, "Result cards". */
const maximumCards = 5;
const furtherHits = 2;
const quoteCharacters = 300;

/**
 * The best passages by document. `evidence` is always among the hits, whatever its rank: what a model
 * was shown, a reader can open.
 */
export const resultCards = (
  query: string,
  candidates: readonly Candidate[],
  evidence: ReadonlySet<string>,
  ids: Pick<Ids, 'opaque'>,
): readonly ResultCard[] => {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { documentId, id } = candidate.segment;
    const group = groups.get(documentId) ?? [];
    if (group.length <= furtherHits || evidence.has(id)) group.push(candidate);
    groups.set(documentId, group);
  }
  const ordered = [...groups.values()];
  const kept = ordered.filter(
    (group, index) => index < maximumCards || group.some(({ segment }) => evidence.has(segment.id)),
  );
  return kept.flatMap((group): readonly ResultCard[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { documentId, documentName, fileName } = first.segment;
    return [
      { documentId, documentName, fileName, hits: group.map((hit) => hitOf(query, hit, ids)) },
    ];
  });
};

const hitOf = (
  query: string,
  { segment, score }: Candidate,
  ids: Pick<Ids, 'opaque'>,
): CardHit => ({
  citationId: ids.opaque(),
  segmentId: segment.id,
  page: segment.pages[0] ?? null,
  quote: bestWords(query, segment),
  score,
});

const bestWords = (query: string, segment: ConfirmedSegment): string =>
  bestSentence(query, segment.body).slice(0, quoteCharacters);

/**
 * The sentence or table row of a passage that shares most words with a text, the first among equals;
 * the passage itself where none shares any: a sentence picked without a reason would be no proof.
 */
export const bestSentence = (text: string, body: string): string => {
  const wanted = new Set(analyze(text));
  let best = { score: 0, words: body.trim() };
  for (const line of body.split('\n')) {
    for (const sentence of sentences(line)) {
      const words = sentence.text.trim();
      if (words === '') continue;
      const score = new Set(analyze(words)).intersection(wanted).size;
      if (score > best.score) best = { score, words };
    }
  }
  return best.words;
};
