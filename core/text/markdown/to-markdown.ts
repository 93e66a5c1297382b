import type { Nodes } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown as write, type Handle } from 'mdast-util-to-markdown';
import { protectMath, restoreMath } from './protect-math.ts';

/** Formulas go out as they are; everything else in a text is escaped where Markdown would read it. */
const text: Handle = (node: { readonly value: string }, parent, state, info) => {
  const { text: protectedText, formulas } = protectMath(node.value, () => false);
  const escaped = defaultHandlers.text({ type: 'text', value: protectedText }, parent, state, info);
  return restoreMath(escaped, formulas);
};

/** Markdown of a tree. Parsing it again and writing it again gives the same text. */
export const toMarkdown = (tree: Nodes): string =>
  write(tree, {
    bullet: '-',
    emphasis: '*',
    fences: true,
    incrementListMarker: true,
    listItemIndent: 'one',
    rule: '-',
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: { text },
  });
