import type { PhrasingContent } from 'mdast';
import { largestCount } from './largest-count.ts';

/** A word longer than this is cut inside. */
const LONGEST_WORD = 100;

/** The smallest pieces between which a text may be cut; joined again they are the text. */
const words = (value: string): readonly string[] =>
  (
    value.match(
      /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][，。、！？；：」』）”]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*/gu,
    ) ?? []
  ).flatMap((word) => {
    if (word.length <= LONGEST_WORD) return [word];
    const characters = Array.from(word);
    return Array.from({ length: Math.ceil(characters.length / LONGEST_WORD) }, (_, index) =>
      characters.slice(index * LONGEST_WORD, (index + 1) * LONGEST_WORD).join(''),
    );
  });

const atoms = (node: PhrasingContent): readonly PhrasingContent[] => {
  if (node.type === 'text' || node.type === 'inlineCode')
    return words(node.value).map((value) => ({ ...node, value }));
  if ('children' in node)
    return node.children.flatMap((child) =>
      atoms(child).map((atom): PhrasingContent => ({ ...node, children: [atom] })),
    );
  return [node];
};

/** Two pieces of one node become one again. */
const joined = (left: PhrasingContent, right: PhrasingContent): PhrasingContent | null => {
  if (left.type === 'text' && right.type === 'text')
    return { type: 'text', value: left.value + right.value };
  if (left.position !== right.position || left.position === undefined) return null;
  if (left.type === 'inlineCode' && right.type === 'inlineCode')
    return { ...left, value: left.value + right.value };
  if ('children' in left && 'children' in right)
    return { ...left, children: join([...left.children, ...right.children]) };
  return null;
};

const join = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const found: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    const both = last === undefined ? null : joined(last, node);
    if (both === null) found.push(node);
    else found[found.length - 1] = both;
  }
  return found;
};

type Edge = 'start' | 'end';

/** Without white space at one end, however deep it lies. */
const trimEdge = (nodes: readonly PhrasingContent[], edge: Edge): readonly PhrasingContent[] => {
  const node = edge === 'start' ? nodes[0] : nodes.at(-1);
  if (node === undefined) return nodes;
  const others = edge === 'start' ? nodes.slice(1) : nodes.slice(0, -1);
  const put = (kept: PhrasingContent): readonly PhrasingContent[] =>
    edge === 'start' ? [kept, ...others] : [...others, kept];
  if (node.type === 'break') return trimEdge(others, edge);
  if (node.type === 'text') {
    const value = edge === 'start' ? node.value.trimStart() : node.value.trimEnd();
    return value === '' ? trimEdge(others, edge) : put({ ...node, value });
  }
  if (node.type === 'emphasis' || node.type === 'strong' || node.type === 'delete') {
    const children = [...trimEdge(node.children, edge)];
    return children.length === 0 ? trimEdge(others, edge) : put({ ...node, children });
  }
  return nodes;
};

const rebuild = (pieces: readonly PhrasingContent[]): readonly PhrasingContent[] =>
  trimEdge(trimEdge(join(pieces), 'start'), 'end');

const lastText = (node: PhrasingContent | undefined): string => {
  if (node === undefined) return '';
  if ('children' in node) return lastText(node.children.at(-1));
  return 'value' in node ? node.value : '';
};

/** A better place to cut than after the last word that fits: a sentence's end in the second half. */
const betterCut = (pieces: readonly PhrasingContent[], from: number, to: number): number => {
  for (let cut = to; cut > from + (to - from) / 2; cut -= 1) {
    if (pieces[cut]?.type === 'footnoteReference') continue;
    const before = pieces.slice(Math.max(from, cut - 4), cut);
    const word = before.findLast((piece) => piece.type !== 'footnoteReference');
    if (/[.!?。！？][”’」』)）]*\s*$/u.test(lastText(word))) return cut;
  }
  return to;
};

/** A citation stays with the words that it follows. */
const withCitations = (pieces: readonly PhrasingContent[], from: number, to: number): number => {
  let cut = to;
  while (cut > from + 1 && pieces[cut]?.type === 'footnoteReference') cut -= 1;
  return cut === to || cut > from + 1 ? cut : to;
};

/**
 * Cuts a run of inline content into runs that fit: after a sentence where one ends late enough, else
 * after a word. Mark-up around a cut is closed and opened again; a citation is never first.
 */
export const splitPhrasing = (
  nodes: readonly PhrasingContent[],
  fits: (children: readonly PhrasingContent[]) => boolean,
): readonly (readonly PhrasingContent[])[] => {
  if (fits(nodes)) return [nodes];
  const pieces = nodes.flatMap((node) => atoms(node));
  const found: (readonly PhrasingContent[])[] = [];
  for (let from = 0; from < pieces.length;) {
    const fitting =
      from +
      largestCount(pieces.length - from, (count) =>
        fits(rebuild(pieces.slice(from, from + count))),
      );
    const to =
      fitting === pieces.length
        ? fitting
        : betterCut(pieces, from, withCitations(pieces, from, fitting));
    const part = rebuild(pieces.slice(from, to));
    if (part.length > 0) found.push(part);
    from = to;
  }
  return found;
};
