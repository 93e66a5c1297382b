import { analyze } from './analyze.ts';

/** What a segment is found by. `body` holds recognised text as well. */
export type SearchedFields = {
  readonly title: string;
  readonly headings: readonly string[];
  readonly fileName: string;
  readonly body: string;
};

/**
 * How often the terms of a field are counted. BM25 over one field of repeated terms behaves as BM25F
 * with these weights, in every engine alike. Source: bench/README.md, "Weights of fields".
 */
export const TITLE_WEIGHT = 2;
export const HEADING_WEIGHT = 2;
export const FILE_NAME_WEIGHT = 2;

const repeat = (terms: readonly string[], times: number): readonly string[] =>
  Array.from({ length: times }, () => terms).flat();

/** Terms of a segment as they are indexed: title, headings and file name repeated by their weights, then the body. */
export const weightedTerms = ({
  title,
  headings,
  fileName,
  body,
}: SearchedFields): readonly string[] => [
  ...repeat(analyze(title), TITLE_WEIGHT),
  ...repeat(analyze(headings.join('\n')), HEADING_WEIGHT),
  ...repeat(analyze(fileName), FILE_NAME_WEIGHT),
  ...analyze(body),
];
