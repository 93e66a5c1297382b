import { compactWords } from './compact-words.ts';
import type { Measure } from './measure.ts';
import { splitText } from './split-text.ts';

const separator = ' › ';
/** More would leave too little of a small profile's maximum for what the passage says. ◦ */
const largestShare = 0.3;

/** What `headerTitle` puts behind a title that does not name its file. */
const fileInBrackets = / \([^()]*\)$/u;

/** A heading that says the title again, or a heading before it, adds nothing. */
const withoutRepeats = (parts: readonly string[]): readonly string[] => {
  const ownTitle = compactWords((parts[0] ?? '').replace(fileInBrackets, ''));
  return parts.filter((part, index) => {
    const words = compactWords(part);
    const [title = '', ...earlier] = parts.slice(0, index).map(compactWords);
    const isInTitle = index > 0 && words.length >= 5 && title.includes(words);
    const before = index === 0 ? [] : [title, ownTitle, ...earlier];
    return part !== '' && !isInTitle && !before.includes(words || part);
  });
};

const shortened = (text: string, measure: Pick<Measure, 'tokensOf'>, budget: number): string => {
  const fits = (piece: string): boolean => measure.tokensOf(`${piece}…`) <= budget;
  if (measure.tokensOf(text) <= budget) return text;
  const [first = ''] = splitText(text, fits);
  return `${first}…`;
};

/**
 * "title › heading › heading" within its share of a segment. Too long, it loses the headings in the
 * middle first, then the title, and then the end of the last heading.
 */
export const writeHeader = (
  title: string,
  headingPath: readonly string[],
  measure: Pick<Measure, 'tokensOf' | 'maximum'>,
): string => {
  const clean = [title, ...headingPath].map((part) => part.replaceAll(/\s+/gu, ' ').trim());
  const parts = withoutRepeats(clean);
  const budget = Math.floor(measure.maximum * largestShare);
  const [first = ''] = parts;
  const candidates = [
    parts,
    [first, ...parts.slice(1).slice(-2)],
    [first, ...parts.slice(1).slice(-1)],
  ];
  for (const candidate of candidates) {
    const header = candidate.join(separator);
    if (measure.tokensOf(header) <= budget) return header;
  }
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return shortened(last, measure, budget);
  const half = Math.floor(budget / 2) - measure.tokensOf(separator);
  return [shortened(first, measure, half), shortened(last, measure, half)].join(separator);
};
