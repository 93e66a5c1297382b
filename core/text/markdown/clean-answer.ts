import type { Html, Nodes, PhrasingContent, Root } from 'mdast';
import { mapTree } from './map-tree.ts';
import { plainText } from './parse-markdown.ts';

/** An address that a chat program would turn into a link by itself. */
const address =
  /(?:\b[a-z][a-z\d+.-]{1,20}:\/\/|\bwww\.)[^\s<>`。，、；：！？（）【】「」『』]+|\b(?:[a-z\d-]+\.)+[a-z]{2,}\/[^\s<>`。，、；：！？（）【】「」『』]*|\b[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}\b|\b(?:mailto|javascript|data):[^\s<>`。，、；：！？（）【】「」『』]+/giu;

/** Elements of HTML; what only looks like one (`<T>`, `<name>`) is a word of the answer. */
const elements = new Set(
  `a abbr article aside audio b base blockquote body br button canvas caption center code col dd del
  details div dl dt em embed fieldset figcaption figure font footer form frame h1 h2 h3 h4 h5 h6 head
  header hr html i iframe img input ins kbd label li link main map mark math meta nav noscript object
  ol option p param picture pre q s samp script section select small source span strike strong style
  sub summary sup svg table tbody td template textarea tfoot th thead title tr track tt u ul var
  video wbr`.split(/\s+/u),
);

const inHtml = (value: string): string =>
  /^<\/?([a-z][a-z\d]*)/iu.exec(value)?.[1]?.toLowerCase() ?? '';

const cleanHtml = (node: Html, parent: Nodes): readonly Nodes[] => {
  const name = inHtml(node.value.trim());
  if (name === 'br') return parent.type === 'root' ? [] : [{ type: 'break' }];
  if (name === '' || elements.has(name)) return [];
  const code: PhrasingContent = { type: 'inlineCode', value: node.value.trim() };
  const isBlock = ['root', 'blockquote', 'listItem'].includes(parent.type);
  return [isBlock ? { type: 'paragraph', children: [code] } : code];
};

/** Signs at the end of an address that belong to the sentence. */
const withoutSentenceEnd = (found: string): string =>
  found.replace(/[.,;:!?)\]}'"。，；：！？）】」』]+$/u, '');

const cleanText = (value: string): readonly PhrasingContent[] => {
  const parts: PhrasingContent[] = [];
  let from = 0;
  for (const match of value.matchAll(address)) {
    const found = withoutSentenceEnd(match[0]);
    if (match.index > from) parts.push({ type: 'text', value: value.slice(from, match.index) });
    parts.push({ type: 'inlineCode', value: found });
    from = match.index + found.length;
  }
  if (from < value.length) parts.push({ type: 'text', value: value.slice(from) });
  return parts;
};

const isEmpty = (node: Nodes): boolean =>
  ['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'blockquote'].includes(node.type) &&
  'children' in node &&
  node.children.every(
    (child) => child.type === 'break' || (child.type === 'text' && child.value.trim() === ''),
  );

/** What a link could hide in; removed whole. */
const removed: ReadonlySet<Nodes['type']> = new Set([
  'image',
  'imageReference',
  'definition',
  'footnoteDefinition',
]);

const clean = (node: Nodes, parent: Nodes): readonly Nodes[] => {
  if (removed.has(node.type) || isEmpty(node)) return [];
  if (node.type === 'html') return cleanHtml(node, parent);
  if (node.type === 'link' || node.type === 'linkReference') return node.children;
  return node.type === 'text' ? cleanText(node.value) : [node];
};

/**
 * An answer without images, raw HTML and links: addresses that a model wrote are a way to leak what
 * it read. A link leaves its words, a bare address becomes code, which no chat program follows;
 * citations, code and words in angle brackets that are no HTML stay.
 */
export const cleanAnswer = (tree: Root): Root => mapTree(tree, clean);

/** Whether nothing is left that a person could read. */
export const isBlank = (tree: Root): boolean => plainText(tree).trim() === '';
