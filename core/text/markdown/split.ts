import type {
  Blockquote,
  BlockContent,
  Code,
  DefinitionContent,
  List,
  ListItem,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import { largestCount } from './largest-count.ts';
import { splitPhrasing } from './split-phrasing.ts';
import { toMarkdown } from './to-markdown.ts';

/** Length of a tree as it will be sent; the default counts the characters of its Markdown. */
export type Measure = (tree: Root) => number;

const markdownLength: Measure = (tree) => toMarkdown(tree).trimEnd().length;

type Fits = (nodes: readonly RootContent[]) => boolean;

/** What may stand inside a list item or a quotation; always true of what was cut out of one. */
const isInner = (node: RootContent): node is BlockContent | DefinitionContent =>
  [
    'blockquote',
    'code',
    'definition',
    'footnoteDefinition',
    'heading',
    'html',
    'list',
    'paragraph',
    'table',
    'thematicBreak',
  ].includes(node.type);

const root = (children: readonly RootContent[]): Root => ({
  type: 'root',
  children: [...children],
});

/** Cuts a list of units into runs that fit once rebuilt. */
const runs = <Unit>(
  units: readonly Unit[],
  fits: (units: readonly Unit[]) => boolean,
): readonly (readonly Unit[])[] => {
  const found: (readonly Unit[])[] = [];
  for (let from = 0; from < units.length;) {
    const count = largestCount(units.length - from, (length) =>
      fits(units.slice(from, from + length)),
    );
    found.push(units.slice(from, from + count));
    from += count;
  }
  return found;
};

const splitCode = (node: Code, fits: Fits): readonly RootContent[] => {
  const make = (value: string): Code => ({ ...node, value });
  const lines = node.value.split('\n');
  return runs(lines, (part) => fits([make(part.join('\n'))])).flatMap((part) => {
    const whole = make(part.join('\n'));
    if (fits([whole])) return [whole];
    // One line that is too long: nothing but its characters is left to cut at.
    const characters = Array.from(whole.value);
    return runs(characters, (piece) => fits([make(piece.join(''))])).map((piece) =>
      make(piece.join('')),
    );
  });
};

/** A row too large for any message is spread over several rows. */
const splitRow = (row: TableRow, fits: (row: TableRow) => boolean): readonly TableRow[] => {
  const columns = row.children.map((cell, column) =>
    splitPhrasing(cell.children, (children) =>
      fits({
        ...row,
        children: row.children.map((other, index) => ({
          ...other,
          children: index === column ? [...children] : [],
        })),
      }),
    ),
  );
  const height = Math.max(1, ...columns.map((pieces) => pieces.length));
  const rows = Array.from({ length: height }, (_, line): TableRow => ({
    ...row,
    children: row.children.map((cell, column) => ({
      ...cell,
      children: [...(columns[column]?.[line] ?? [])],
    })),
  }));
  if (rows.every((one) => fits(one))) return rows;
  // Still too wide together: one column a row.
  return row.children.flatMap((_, column) =>
    (columns[column] ?? []).map((piece): TableRow => ({
      ...row,
      children: row.children.map((cell, index) => ({
        ...cell,
        children: index === column ? [...piece] : [],
      })),
    })),
  );
};

const splitTable = (node: Table, fits: Fits): readonly RootContent[] => {
  const [header, ...body] = node.children;
  if (header === undefined) return [node];
  const make = (rows: readonly TableRow[]): Table => ({ ...node, children: [header, ...rows] });
  if (!fits([make([])])) {
    // A header that leaves no room cannot be repeated: the rows go on as paragraphs.
    const cells = node.children.flatMap((row) => row.children);
    return cells.flatMap((cell) =>
      splitBlock({ type: 'paragraph', children: cell.children }, fits),
    );
  }
  const rows = body.flatMap((row) =>
    fits([make([row])]) ? [row] : splitRow(row, (one) => fits([make([one])])),
  );
  return runs(rows, (part) => fits([make(part)])).map((part) => make(part));
};

const splitList = (node: List, fits: Fits): readonly RootContent[] => {
  const first = node.start ?? 1;
  const numbered = node.children.map((item, index) => ({ item, number: first + index }));
  const make = (part: readonly { readonly item: ListItem; readonly number: number }[]): List => ({
    ...node,
    ...(node.ordered === true ? { start: part[0]?.number ?? first } : {}),
    children: part.map(({ item }) => item),
  });
  return runs(numbered, (part) => fits([make(part)])).flatMap((part) => {
    const [only] = part;
    if (only === undefined || fits([make(part)])) return [make(part)];
    const wrap = (children: readonly RootContent[]): List =>
      make([
        { ...only, item: { ...only.item, children: children.filter((child) => isInner(child)) } },
      ]);
    const [head, ...rest] = splitBlocks(only.item.children, (children) => fits([wrap(children)]));
    // What does not fit beside its number follows as blocks of its own.
    return [wrap(head ?? []), ...rest.flat()];
  });
};

const splitQuotation = (node: Blockquote, fits: Fits): readonly RootContent[] => {
  const make = (part: readonly RootContent[]): Blockquote => ({
    ...node,
    children: part.filter((child) => isInner(child)),
  });
  return splitBlocks(node.children, (part) => fits([make(part)])).map((part) => make(part));
};

const splitBlock = (node: RootContent, fits: Fits): readonly RootContent[] => {
  if (node.type === 'code') return splitCode(node, fits);
  if (node.type === 'table') return splitTable(node, fits);
  if (node.type === 'list') return splitList(node, fits);
  if (node.type === 'blockquote') return splitQuotation(node, fits);
  if (node.type !== 'paragraph' && node.type !== 'heading') return [node];
  return splitPhrasing(node.children, (children) =>
    fits([{ ...node, children: [...children] }]),
  ).map((children) => ({ ...node, children: [...children] }));
};

const splitBlocks = (
  nodes: readonly RootContent[],
  fits: Fits,
): readonly (readonly RootContent[])[] => {
  const pieces = nodes.flatMap((node) => (fits([node]) ? [node] : splitBlock(node, fits)));
  return runs(pieces, fits);
};

/**
 * Cuts an answer into parts of at most `maximum`, at block ends where it can: fences and tables close
 * and open again with language and header, lists go on counting, emphasis is closed and reopened.
 * Nothing is lost but white space at a cut. `maximum` must leave room for a table's header, some
 * hundred characters.
 */
export const split = (
  tree: Root,
  maximum: number,
  measure: Measure = markdownLength,
): readonly Root[] => {
  const fits: Fits = (nodes) => measure(root(nodes)) <= maximum;
  if (fits(tree.children)) return [tree];
  return splitBlocks(tree.children, fits).map((part) => root(part));
};
