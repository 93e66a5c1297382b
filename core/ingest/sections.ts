import type { Block } from '#core/domain/parsed.ts';
import type { Measure } from './measure.ts';

type Heading = Extract<Block, { readonly kind: 'heading' }>;

/** What stands under one heading, or under several small ones of the same parent. */
export type Section = {
  readonly path: readonly string[];
  /** Headings below `path` stand among the blocks, as lines of the text. */
  readonly blocks: readonly Block[];
};

type Opened = {
  readonly path: readonly string[];
  readonly heading: Heading | null;
  readonly blocks: readonly Block[];
};

const underHeadings = (blocks: readonly Block[]): readonly Opened[] => {
  const opened: (Opened & { blocks: Block[] })[] = [{ path: [], heading: null, blocks: [] }];
  let open: readonly Heading[] = [];
  for (const block of blocks) {
    if (block.kind !== 'heading') opened.at(-1)?.blocks.push(block);
    else if (block.text.trim() !== '') {
      open = [...open.filter(({ level }) => level < block.level), block];
      opened.push({ path: open.map(({ text }) => text.trim()), heading: block, blocks: [] });
    }
  }
  return opened.filter(({ heading, blocks: held }) => heading !== null || held.length > 0);
};

const isWithin = (path: readonly string[], parent: readonly string[]): boolean =>
  path.length > parent.length && parent.every((heading, index) => path[index] === heading);

/** A heading that only opens deeper ones is in their paths. */
const withoutOpeners = (opened: readonly Opened[]): readonly Opened[] =>
  opened.filter(({ path, blocks }, index) => {
    const next = opened[index + 1];
    return blocks.length > 0 || next === undefined || !isWithin(next.path, path);
  });

const textOf = (block: Block): string =>
  block.kind === 'table' || block.kind === 'picture' ? '' : block.text;

/** Counted only until it is clear that the section is not small. */
const tokensIn = ({ blocks, heading }: Opened, measure: Measure): number => {
  let sum = heading === null ? 0 : measure.tokensOf(heading.text);
  for (const block of blocks) {
    if (sum > measure.target) return sum;
    sum += measure.tokensOf(textOf(block).slice(0, measure.target * 8));
  }
  return sum;
};

const isText = ({ blocks }: Opened): boolean => blocks.every((block) => textOf(block) !== '');

const commonPath = (left: readonly string[], right: readonly string[]): readonly string[] => {
  const end = left.findIndex((heading, index) => right[index] !== heading);
  return end === -1 ? left : left.slice(0, end);
};

type Group = { readonly path: readonly string[]; readonly members: readonly Opened[] };

const sectionOf = ({ path, members }: Group): Section => {
  const only = members.length === 1 ? members[0] : undefined;
  if (only?.heading && only.blocks.length === 0) {
    // A heading with nothing below it is a passage of its own.
    return { path: path.slice(0, -1), blocks: [only.heading] };
  }
  const blocks = members.flatMap(({ path: own, heading, blocks: held }) =>
    heading !== null && own.length > path.length ? [heading, ...held] : held,
  );
  return { path, blocks };
};

/** Siblings, or children of what is small itself. */
const belongs = (group: Group, next: Opened): boolean => {
  const shared = commonPath(group.path, next.path);
  const first = group.members[0]?.path ?? [];
  return shared.length >= Math.max(0, first.length - 1) && next.path.length > 0;
};

/**
 * The document by its headings. Small sections side by side become one, with their headings as lines
 * of the text: a passage of ten words is found by nothing, and layout analysis finds too many headings.
 */
export const sections = (blocks: readonly Block[], measure: Measure): readonly Section[] => {
  const groups: Group[] = [];
  let size = 0;
  for (const next of withoutOpeners(underHeadings(blocks))) {
    const group = groups.at(-1);
    const tokens = tokensIn(next, measure);
    const joins =
      group !== undefined &&
      size < measure.minimum &&
      size + tokens <= measure.target &&
      [...group.members, next].every(isText) &&
      belongs(group, next);
    if (joins) {
      const path = commonPath(group.path, next.path);
      groups[groups.length - 1] = { path, members: [...group.members, next] };
      size += tokens;
    } else {
      groups.push({ path: next.path, members: [next] });
      size = tokens;
    }
  }
  return groups.map(sectionOf);
};
