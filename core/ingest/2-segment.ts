import { createHash } from 'node:crypto';
import { sentences } from '#core/text/sentences.ts';
import { embeddedText } from '#core/domain/segment.ts';
import type { DraftSegment } from '#core/domain/segment.ts';
import type { EmbeddingProfile } from '#core/domain/embedding.ts';
import type { Block, ParsedDocument } from '#core/domain/parsed.ts';
import { headerTitle } from './document-title.ts';
import { flow } from './flow.ts';
import type { TextBlock } from './flow.ts';
import { createMeasure } from './measure.ts';
import type { CountTokens, Measure } from './measure.ts';
import { pack } from './pack.ts';
import { boxesOf, pagesOf } from './passage.ts';
import type { Passage } from './passage.ts';
import { pictureSegments } from './picture-segments.ts';
import { pieces } from './pieces.ts';
import { sections } from './sections.ts';
import type { Section } from './sections.ts';
import { tableSegments } from './table-segments.ts';
import { writeHeader } from './write-header.ts';

export type SegmentOptions = {
  readonly fileName: string;
  readonly profile: Pick<EmbeddingProfile, 'maximumTokens'>;
  readonly countTokens: CountTokens;
};

/** Longer words before a table are a paragraph of their own, not its introduction. ◦ */
const largestLeadInTokens = 40;
const introduces =
  /[:：]$|\b(?:table|following|below|in (?:millions|thousands|billions))\b|下表|如下|表\s*\d|单位/iu;
const label = /^\p{Lu}[^.!?。！？;；]{2,80}[\p{L})]$/u;

/** The words that introduce a table without a caption. */
const leadIn = (before: Block | undefined, measure: Measure): string => {
  if (before?.kind !== 'paragraph') return '';
  const last = sentences(before.text).at(-1)?.text ?? '';
  return (introduces.test(last) || label.test(before.text.trim())) &&
    measure.tokensOf(last) <= largestLeadInTokens
    ? last
    : '';
};

const textPassages = (
  blocks: readonly TextBlock[],
  header: string,
  measure: Measure,
): readonly Passage[] => {
  const parts = flow(blocks).map((part) => pieces(part, header, measure));
  return pack(parts, header, measure).map((packed) => ({ type: 'TEXT', picture: null, ...packed }));
};

/** Text around a table stays together where what stands before it is short. */
const passagesOf = function* (
  { blocks }: Section,
  header: string,
  measure: Measure,
): Generator<Passage> {
  let waiting: TextBlock[] = [];
  const isLong = (): boolean =>
    waiting.reduce((sum, { text }) => sum + measure.tokensOf(text), 0) >= measure.minimum;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'picture') yield* pictureSegments(block, blocks, header, measure);
    else if (block.kind === 'table') {
      if (isLong()) {
        yield* textPassages(waiting, header, measure);
        waiting = [];
      }
      yield* tableSegments(block, leadIn(blocks[index - 1], measure), header, measure);
    } else waiting.push(block);
  }
  yield* textPassages(waiting, header, measure);
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * A parsed document → its passages in reading order, one after the other, each within the embedding
 * profile's maximum with its header. Nothing that was parsed is lost but pictures that say nothing.
 * Lazy, so that whoever shares a thread with it may pause in between. Empty for a document without text.
 */
export const segment = function* (
  document: ParsedDocument,
  { fileName, profile, countTokens }: SegmentOptions,
): Generator<DraftSegment> {
  const measure = createMeasure(profile, countTokens);
  const title = headerTitle(document.title, fileName);
  let order = 0;
  for (const section of sections(document.blocks, measure)) {
    const header = writeHeader(title, section.path, measure);
    for (const { type, body, places, picture } of passagesOf(section, header, measure)) {
      if (body.trim() === '') continue;
      yield {
        order,
        type,
        header,
        headingPath: section.path,
        body,
        pages: pagesOf(places),
        boxes: boxesOf(places),
        contentHash: sha256(embeddedText({ header, body })),
        tokenCount: measure.total(header, body),
        picture,
      };
      order += 1;
    }
  }
};
