import type { Nodes, Root } from 'mdast';
import { mapTree } from './map-tree.ts';
import { parseMarkdown, walkTree } from './parse-markdown.ts';
import { protectMath, restoreMath, withoutPlaceholders } from './protect-math.ts';

/** `n`: the number of a piece of evidence, as a model cites it. */
export const evidenceLabel = /^[1-9]\d{0,3}$/u;
/** `document-passage`: a label of a finished answer. */
export const citationLabel = /^[1-9]\d{0,3}-[1-9]\d{0,3}$/u;

export type ParsedAnswer = {
  /** Holds a `footnoteReference` for every citation, and no definitions. */
  readonly tree: Root;
  /** Labels in document order, repeated as they are. */
  readonly references: readonly string[];
  /** What stands in `[^…]` outside code and is no label, as written: `1,2`, `1-2`, `a`. */
  readonly illegal: readonly string[];
};

type Range = readonly [start: number, end: number];

const rangesOf = (tree: Root, types: readonly Nodes['type'][]): readonly Range[] =>
  [...walkTree(tree)].flatMap((node): readonly Range[] => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    return types.includes(node.type) && start !== undefined && end !== undefined
      ? [[start, end]]
      : [];
  });

const inside =
  (ranges: readonly Range[]) =>
  (offset: number): boolean =>
    ranges.some(([start, end]) => start <= offset && offset < end);

/** Definitions that a model wrote: their text is not evidence and would hide a missing citation. */
const withoutDefinitions = (text: string): string => {
  if (!/\[\^[^\]\n]+\]:/u.test(text)) return text;
  let rest = '';
  let from = 0;
  for (const [start, end] of rangesOf(parseMarkdown(text), ['footnoteDefinition'])) {
    // One inside another is gone with it.
    if (start < from) continue;
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
};

const codeRanges = (text: string): readonly Range[] =>
  rangesOf(parseMarkdown(text), ['code', 'inlineCode']);

const marker = /(?<!\\)\[\^([^\]\n]*)\]/gu;

/** Definitions before the text, so that an open fence at its end cannot swallow them. */
const SEPARATOR = '\n\n<!-- -->\n\n';

const parseWithDefinitions = (text: string, labels: readonly string[]): Root => {
  const definitions = labels.map((label) => `[^${label}]: -`).join('\n');
  const tree = parseMarkdown(`${definitions}${SEPARATOR}${text}`);
  const separator = tree.children.findIndex((node) => node.type === 'html');
  return { type: 'root', children: tree.children.slice(separator + 1) };
};

const restore = (tree: Root, formulas: readonly string[]): Root =>
  mapTree(tree, (node) =>
    'value' in node ? [{ ...node, value: restoreMath(node.value, formulas) }] : [node],
  );

/**
 * Parses an answer whose citations are `[^label]`. The extension yields a reference only where a
 * definition exists, so one is added for every legal marker outside code; `arr[1]`, `[2024-2025]`,
 * LaTeX, links and code are not touched. Labels that are no evidence are for the caller to refuse.
 */
export const parseAnswer = (markdown: string, legal: RegExp = evidenceLabel): ParsedAnswer => {
  const text = withoutDefinitions(withoutPlaceholders(markdown));
  const wasCode = inside(codeRanges(text));
  const safe = protectMath(text, wasCode);
  const isCode = safe.formulas.length === 0 ? wasCode : inside(codeRanges(safe.text));
  const labels = new Set<string>();
  const illegal: string[] = [];
  for (const match of safe.text.matchAll(marker)) {
    const label = match[1] ?? '';
    if (isCode(match.index)) continue;
    if (legal.test(label)) labels.add(label);
    else illegal.push(label);
  }
  const tree = restore(parseWithDefinitions(safe.text, [...labels]), safe.formulas);
  const references = [...walkTree(tree)].flatMap((node) =>
    node.type === 'footnoteReference' ? [node.identifier] : [],
  );
  return { tree, references, illegal };
};

/**
 * Gives the references other labels; one that `mapping` does not name is removed, and of equal ones
 * side by side one is kept.
 */
export const renumber = (tree: Root, mapping: ReadonlyMap<string, string>): Root => {
  let previous: { readonly label: string; readonly parent: Nodes } | null = null;
  return mapTree(tree, (node, parent) => {
    if (node.type !== 'footnoteReference') {
      previous = null;
      return [node];
    }
    const label = mapping.get(node.identifier);
    if (label === undefined) return [];
    const repeated = previous?.label === label && previous.parent === parent;
    previous = { label, parent };
    return repeated ? [] : [{ type: 'footnoteReference', identifier: label, label }];
  });
};
