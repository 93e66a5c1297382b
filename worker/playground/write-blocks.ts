import type { List, Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import type { RenderedBlock, RenderedInline } from '#core/domain/rendered.ts';
import { citationLabel, parseAnswer } from '#core/text/markdown/footnotes.ts';
import { cleanAnswer } from '#core/text/markdown/clean-answer.ts';

export type WrittenBlocks = {
  readonly blocks: readonly RenderedBlock[];
  /** Labels that stand in the blocks, each once, in order of first use. */
  readonly labels: readonly string[];
};

/**
 * An answer's Markdown as plain data: no HTML, no addresses, no pictures. Citations are kept for the
 * `known` labels only.
 */
export const writeBlocks = (markdown: string, known: ReadonlySet<string>): WrittenBlocks => {
  const labels = new Set<string>();
  const tree = cleanAnswer(parseAnswer(markdown, citationLabel).tree);
  const blocks = tree.children.flatMap((node) =>
    blockOf(node, (label) => known.has(label) && (labels.add(label), true)),
  );
  return { blocks, labels: [...labels] };
};

type Keep = (label: string) => boolean;

const blocksOf = (nodes: readonly RootContent[], keep: Keep): readonly RenderedBlock[] =>
  nodes.flatMap((node) => blockOf(node, keep));

const blockOf = (node: RootContent, keep: Keep): readonly RenderedBlock[] => {
  if (node.type === 'paragraph') {
    return [{ kind: 'paragraph', inlines: inlinesOf(node.children, keep) }];
  }
  if (node.type === 'heading') {
    return [{ kind: 'heading', level: node.depth, inlines: inlinesOf(node.children, keep) }];
  }
  if (node.type === 'list') return [listOf(node, keep)];
  if (node.type === 'blockquote') return [{ kind: 'quote', blocks: blocksOf(node.children, keep) }];
  if (node.type === 'code') {
    return [{ kind: 'code', text: node.value, language: node.lang ?? null }];
  }
  if (node.type === 'table') return [tableOf(node, keep)];
  return node.type === 'thematicBreak' ? [{ kind: 'rule' }] : paragraphOf(node, keep);
};

const listOf = (node: List, keep: Keep): RenderedBlock => ({
  kind: 'list',
  ordered: node.ordered === true,
  start: node.start ?? 1,
  items: node.children.map((item) => blocksOf(item.children, keep)),
});

/** A phrase outside any paragraph, as cleaning can leave it. */
const paragraphOf = (node: Nodes, keep: Keep): readonly RenderedBlock[] => {
  const inlines = inlineOf(node, keep);
  return inlines.length === 0 ? [] : [{ kind: 'paragraph', inlines }];
};

const tableOf = (node: Table, keep: Keep): RenderedBlock => ({
  kind: 'table',
  rows: node.children.map((row) => row.children.map((cell) => inlinesOf(cell.children, keep))),
  align: node.align ?? [],
});

const inlinesOf = (nodes: readonly PhrasingContent[], keep: Keep): readonly RenderedInline[] =>
  nodes.flatMap((node) => inlineOf(node, keep));

/** Links leave their words and everything unknown leaves nothing, whatever came through cleaning. */
const inlineOf = (node: Nodes, keep: Keep): readonly RenderedInline[] => {
  if (node.type === 'text') return [{ kind: 'text', text: node.value }];
  if (node.type === 'inlineCode') return [{ kind: 'code', text: node.value }];
  if (node.type === 'break') return [{ kind: 'break' }];
  if (node.type === 'footnoteReference') {
    return keep(node.identifier) ? [{ kind: 'citation', label: node.identifier }] : [];
  }
  if (node.type === 'strong' || node.type === 'emphasis') {
    return [{ kind: node.type, inlines: inlinesOf(node.children, keep) }];
  }
  if (node.type === 'delete') {
    return [{ kind: 'deleted', inlines: inlinesOf(node.children, keep) }];
  }
  const isLink = node.type === 'link' || node.type === 'linkReference';
  return isLink ? inlinesOf(node.children, keep) : [];
};
