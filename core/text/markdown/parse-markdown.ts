import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Markdown with GFM's tables, strike-through, task lists, bare addresses and footnotes. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** Every node of a tree in document order, the root first. */
export function* walkTree(node: Nodes): Generator<Nodes> {
  yield node;
  if (!('children' in node)) return;
  for (const child of node.children) yield* walkTree(child);
}

/** The text of a node without mark-up; code included, references and HTML left out. */
export const plainText = (node: Nodes): string => {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value;
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map((child) => plainText(child)).join('') : '';
};
