import { analyze, analyzeQuery, exactNames } from '#core/text/analysis/analyze.ts';
import { inverseFrequency } from '#core/text/overlap.ts';
import { sentences } from '#core/text/sentences.ts';
import type { Citation, Evidence } from '#core/domain/answer.ts';
import type { Ids } from '#core/ports/ids.ts';
import { citationOf, labelsOf } from './10-cite.ts';

/** Passages quoted from, and characters of one. ◦ */
const maximumPassages = 3;
const maximumCharacters = 600;
/** A sentence with the very name that was asked about ("F-14") counts so many times. ◦ */
const namedWorth = 2;
/** A passage whose best sentence shares less than this with the best of all is not quoted. */
const worthQuoting = 0.6;

type Scored = { readonly text: string; readonly at: number; readonly score: number };
type Quoted = { readonly item: Evidence; readonly text: string; readonly score: number };

/**
 * The answer without a model: the sentences of the evidence that share most of the question, word by
 * word as they stand, each with its citation. In Markdown, as block quotations.
 */
export const quoteAnswer = (
  query: string,
  evidence: readonly Evidence[],
  ids: Pick<Ids, 'opaque'>,
): { readonly markdown: string; readonly citations: readonly Citation[] } => {
  const scored = scoreAll(query, evidence);
  const quoted = evidence.map((item, index) => quote(item, scored[index] ?? []));
  const best = Math.max(...quoted.map(({ score }) => score));
  const kept = quoted
    .filter(({ score }, index) => (best === 0 ? index === 0 : score >= best * worthQuoting))
    .slice(0, maximumPassages);
  const labels = labelsOf(kept.map(({ item }) => item));
  const labelOf = ({ number }: Evidence): string => labels.get(String(number)) ?? '';
  return {
    markdown: kept
      .map(({ item, text }) => `> ${escapeMarkdown(withoutBars(text))}[^${labelOf(item)}]`)
      .join('\n\n'),
    citations: kept.map(({ item, text }) => {
      const claims = [{ text, numbers: [String(item.number)] }];
      return { ...citationOf(item, labelOf(item), claims, ids), quote: text, unconfirmed: [] };
    }),
  };
};

/** A list's marker is no part of what it says. */
const withoutMarker = (line: string): string => line.replace(/^\s*[•·▪‣*–-]\s+/u, '');

const isRow = (line: string): boolean => line.startsWith('|');

/** What of a passage can be quoted: sentences and table rows, but not the names of a table's columns. */
const quotable = (body: string): readonly string[] => {
  const lines = body.split('\n').map(withoutMarker);
  return lines
    .filter((line, index) => {
      const opens = isRow(line) && !isRow(lines[index - 1] ?? '');
      return !(opens && isRow(lines[index + 1] ?? ''));
    })
    .flatMap((line) => (isRow(line) ? [line] : sentences(line).map(({ text }) => text)))
    .map((text) => text.trim())
    .filter((text) => text !== '');
};

/** The sentences of each passage, scored together: a word that few of them hold says more. */
const scoreAll = (query: string, evidence: readonly Evidence[]): readonly (readonly Scored[])[] => {
  const weights = new Map(analyzeQuery(query).map(({ term, weight }) => [term, weight]));
  const passages = evidence.map(({ body }) =>
    quotable(body).map((text) => ({ text, terms: [...new Set(analyze(text))] })),
  );
  const counts = new Map<string, number>();
  const all = passages.flat();
  for (const term of all.flatMap(({ terms }) => terms)) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const worth = (term: string): number =>
    (weights.get(term) ?? 0) * inverseFrequency(counts.get(term) ?? 0, all.length);
  const names = new Set(exactNames(query));
  return passages.map((passage) =>
    passage.map(({ text, terms }, at): Scored => {
      const score = terms.reduce((sum, term) => sum + worth(term), 0);
      const named = terms.some((term) => names.has(term));
      return { text, at, score: named ? score * namedWorth : score };
    }),
  );
};

const quote = (item: Evidence, scored: readonly Scored[]): Quoted => {
  const best = adjacent(
    scored.toSorted((one, other) => other.score - one.score || one.at - other.at),
  );
  const text = best.map((sentence) => sentence.text).join(' ');
  const score = Math.max(0, ...best.map((sentence) => sentence.score));
  return { item, text: clip(text === '' ? item.body.trim() : text), score };
};

/** The best sentence, and a good one right beside it: together still words that stand in the passage. */
const adjacent = (byScore: readonly Scored[]): readonly Scored[] => {
  const [first] = byScore;
  if (first === undefined) return [];
  const beside = byScore.find(({ at, score }) => score > 0 && Math.abs(at - first.at) === 1);
  const worthwhile = beside !== undefined && beside.score >= first.score * worthQuoting;
  return worthwhile ? [first, beside].toSorted((a, b) => a.at - b.at) : [first];
};

const clip = (text: string): string =>
  text.length <= maximumCharacters ? text : `${text.slice(0, maximumCharacters).trimEnd()}…`;

/** A row reads as its cells. */
const withoutBars = (text: string): string =>
  isRow(text)
    ? text
        .split(/(?<!\\)\|/u)
        .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim())
        .filter((cell) => cell !== '')
        .join(' · ')
    : text;

/** A quotation is data: nothing in it is mark-up. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]()#+!|<>~$-]/g, String.raw`\$&`);
