import { sentences } from '#core/text/sentences.ts';
import type { Block } from '#core/domain/parsed.ts';
import type { Measure } from './measure.ts';
import type { Passage } from './passage.ts';
import { splitText } from './split-text.ts';

export type Picture = Extract<Block, { readonly kind: 'picture' }>;

/** A sentence about a picture may take this share of a segment. ◦ */
const largestSentenceShare = 0.25;

const label =
  /(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|image|chart|diagram)\s*\d+(?:[.-]\d+)*|[图圖図]\s*\d+(?:[.-]\d+)*/iu;

const textOf = (block: Block): string =>
  block.kind === 'paragraph' || block.kind === 'list-item' ? block.text : '';

/** The sentence that names the picture's number, else the one before it. */
const surroundingSentence = (
  picture: Picture,
  blocks: readonly Block[],
  measure: Measure,
): string => {
  const name = label
    .exec(picture.caption ?? '')?.[0]
    .replaceAll(/\s+/gu, '')
    .toLowerCase();
  const isShort = (text: string): boolean =>
    measure.tokensOf(text) <= measure.maximum * largestSentenceShare;
  const all = blocks.flatMap((block) => sentences(textOf(block)).map(({ text }) => text));
  const naming = all.find(
    (text) => name !== undefined && mentions(text, name) && text !== picture.caption,
  );
  const before = blocks.slice(0, blocks.indexOf(picture)).findLast((block) => textOf(block) !== '');
  const last = before === undefined ? undefined : sentences(textOf(before)).at(-1)?.text;
  return [naming, last].find((text) => text !== undefined && isShort(text)) ?? '';
};

/** "figure1" is not in "Figure 12". */
const mentions = (text: string, name: string): boolean => {
  const compact = text.replaceAll(/\s+/gu, '').toLowerCase();
  const at = compact.indexOf(name);
  return at !== -1 && !/^\d/u.test(compact.slice(at + name.length));
};

/**
 * What can be said about a picture inside a document: its caption, its alternative text, the sentence
 * that speaks of it, the text in it. A picture with none of its own words gives nothing.
 */
export const pictureSegments = (
  picture: Picture,
  blocks: readonly Block[],
  header: string,
  measure: Measure,
): readonly Passage[] => {
  const own = [picture.caption, picture.alternativeText, picture.text].map(
    (text) => text?.trim() ?? '',
  );
  if (own.every((text) => text === '')) return [];
  const [caption = '', alternative = '', inside = ''] = own;
  const sentence = surroundingSentence(picture, blocks, measure);
  const body = [...new Set([caption, alternative, sentence, inside])]
    .filter((text) => text !== '')
    .join('\n');
  return splitText(body, (text) => measure.fits(header, text)).map((text) => ({
    type: 'DOCUMENT_IMAGE',
    body: text,
    places: [{ page: picture.page, boxes: picture.boxes }],
    picture: picture.picture,
  }));
};
