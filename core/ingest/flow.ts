import type { Block } from '#core/domain/parsed.ts';
import type { Place } from './passage.ts';

/** A stretch of the text with where it stands; offsets are UTF-16. */
export type Span = Place & { readonly start: number; readonly end: number };

/** A block of running text as segments read it. */
export type Flow = {
  /** `prose` may be cut after a sentence, `lines` after a line, `whole` not, `heading` stays with what follows. */
  readonly kind: 'prose' | 'lines' | 'whole' | 'heading';
  readonly text: string;
  readonly spans: readonly Span[];
};

export type TextBlock = Exclude<Block, { readonly kind: 'table' | 'picture' }>;

const printed = (block: TextBlock): string => {
  switch (block.kind) {
    case 'list-item':
      return `${'  '.repeat(Math.min(block.depth, 6))}${block.marker} ${block.text.trim()}`.trimEnd();
    case 'code':
      return block.text.replace(/^(?:[ \t]*\r?\n)+/u, '').trimEnd();
    case 'heading':
    case 'paragraph':
    case 'formula':
    case 'footnote':
      return block.text.trim();
  }
};

const kindOf = (block: TextBlock): Flow['kind'] => {
  switch (block.kind) {
    case 'heading':
      return 'heading';
    case 'paragraph':
    case 'footnote':
      return 'prose';
    case 'code':
      return 'lines';
    case 'list-item':
    case 'formula':
      return 'whole';
  }
};

const flowOf = (block: TextBlock): Flow => {
  const text = printed(block);
  const span = { start: 0, end: text.length, page: block.page, boxes: block.boxes };
  return { kind: kindOf(block), text, spans: [span] };
};

const lastPage = (block: TextBlock): number | null => block.boxes.at(-1)?.page ?? block.page;
const firstPage = (block: TextBlock): number | null => block.boxes[0]?.page ?? block.page;

/** The next block stands on a later page, or higher up in another column. */
const isElsewhere = (block: TextBlock, next: TextBlock): boolean => {
  const from = lastPage(block);
  const to = firstPage(next);
  if (from === null || to === null) return false;
  const end = block.boxes.at(-1);
  const start = next.boxes[0];
  return to === from + 1 || (to === from && !!end && !!start && start.top < end.top - 20);
};

/** A sentence that a page or column edge interrupted goes on in the next paragraph. */
const goesOn = (block: TextBlock, next: TextBlock): boolean => {
  if (block.kind !== 'paragraph' || next.kind !== 'paragraph') return false;
  if (!isElsewhere(block, next)) return false;
  const end = block.text.trimEnd();
  const start = next.text.trimStart();
  if (/[.!?。！？:：;；]["'”’」』）)\]]*$/u.test(end)) return false;
  return (
    /^[\p{Ll}]/u.test(start) ||
    (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，、]$/u.test(end) &&
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(start))
  );
};

const joined = (flow: Flow, next: Flow): Flow => {
  const isHyphenated = /\p{Ll}-$/u.test(flow.text) && /^\p{Ll}/u.test(next.text);
  const isEastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，、]$/u.test(
    flow.text,
  );
  const begin = isHyphenated ? flow.text.slice(0, -1) : flow.text;
  const glue = isHyphenated || isEastAsian ? '' : ' ';
  const offset = begin.length + glue.length;
  return {
    kind: flow.kind,
    text: `${begin}${glue}${next.text}`,
    spans: [
      ...flow.spans,
      ...next.spans.map((span) => ({
        ...span,
        start: span.start + offset,
        end: span.end + offset,
      })),
    ],
  };
};

/**
 * Running text in reading order. A paragraph that a page or column edge interrupted becomes one again,
 * so that its sentences stay whole; footnotes at the foot of that page come after it.
 */
export const flow = (blocks: readonly TextBlock[]): readonly Flow[] => {
  const flows: Flow[] = [];
  let open: { readonly block: TextBlock; readonly at: number } | null = null;
  for (const block of blocks) {
    const next = flowOf(block);
    if (next.text.trim() === '') continue;
    const before = open === null ? undefined : flows[open.at];
    if (open !== null && before !== undefined && goesOn(open.block, block)) {
      flows[open.at] = joined(before, next);
      open = { block, at: open.at };
      continue;
    }
    flows.push(next);
    if (block.kind !== 'footnote') open = { block, at: flows.length - 1 };
  }
  return flows;
};
