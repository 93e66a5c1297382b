import type { Nodes, Root } from 'mdast';
import { sentences } from '#core/text/sentences.ts';

/** A sentence of an answer and the labels that it cites. */
export type Claim = { readonly text: string; readonly numbers: readonly string[] };

const holdsText: ReadonlySet<Nodes['type']> = new Set(['paragraph', 'heading', 'tableRow']);

/** A marker belongs to the sentence that it stands in or directly behind. */
export const claimsOf = (tree: Root): readonly Claim[] =>
  textBlocks(tree).flatMap((block) => {
    const { text, markers } = flatten(block);
    const found = sentences(text);
    // A marker at the beginning has no sentence before it: it belongs to the one that follows.
    const earliest = (found[0]?.start ?? 0) + 1;
    return found.map((sentence): Claim => {
      const numbers = markers
        .map(({ at, label }) => ({ at: Math.max(at, earliest), label }))
        .filter(({ at }) => at > sentence.start && at <= Math.max(sentence.end, sentence.start + 1))
        .map(({ label }) => label);
      return { text: sentence.text.trim(), numbers: [...new Set(numbers)] };
    });
  });

const textBlocks = (node: Nodes): readonly Nodes[] => {
  if (holdsText.has(node.type)) return [node];
  return 'children' in node ? node.children.flatMap((child) => textBlocks(child)) : [];
};

type Flat = {
  readonly text: string;
  readonly markers: readonly { readonly at: number; readonly label: string }[];
};

const flatten = (block: Nodes): Flat => {
  let text = '';
  const markers: { at: number; label: string }[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'footnoteReference') {
      markers.push({ at: text.trimEnd().length, label: node.identifier });
    } else if (node.type === 'text') text += node.value;
    else if (node.type === 'inlineCode') text += `\`${node.value}\``;
    else if (node.type === 'break') text += '\n';
    else if ('children' in node) for (const child of node.children) walk(child);
    if (node.type === 'tableCell') text += ' ';
  };
  walk(block);
  return { text, markers };
};
