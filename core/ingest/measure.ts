import { embeddedText } from '#core/domain/segment.ts';
import type { EmbeddingProfile } from '#core/domain/embedding.ts';

/** Tokens of a text by the profile's own count, special tokens included. */
export type CountTokens = (text: string) => number;

/** Sizes of segments and how texts are measured against them; tokens include header and specials. */
export type Measure = {
  readonly target: number;
  readonly maximum: number;
  /** Below it a section joins its neighbours. */
  readonly minimum: number;
  /** Of a text alone, without special tokens. */
  readonly tokensOf: (text: string) => number;
  /** Of what is embedded. */
  readonly total: (header: string, body: string) => number;
  readonly fits: (header: string, body: string) => boolean;
};

/** Source: ingest.md, "Stages": 200 to 1,200 tokens, and never more than the profile's maximum. */
const largestSegment = 1_200;
/** Chosen for recall at 1 and 5 of pages; bench/README.md. ◦ */
const largestTarget = 400;
/**
 * A word of more than a hundred characters is one unknown token to word-piece vocabularies; a segment
 * made of such words would have no end. Ordinary text has at most half as many characters a token.
 */
const charactersPerToken = 8;

/** Texts are measured by block, by sentence and in their segment: most counts are asked for again. */
const remembered = (count: CountTokens): CountTokens => {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const counted = count(text);
    if (known.size >= 2_000) known.clear();
    known.set(text, counted);
    return counted;
  };
};

/** Between sums of parts that certainly fit or do not, the whole is counted. */
const joinTokens = 8;

export const createMeasure = (
  profile: Pick<EmbeddingProfile, 'maximumTokens'>,
  countTokens: CountTokens,
): Measure => {
  const maximum = Math.min(largestSegment, profile.maximumTokens);
  const target = Math.min(largestTarget, Math.floor(maximum * 0.8));
  const specials = countTokens('');
  const isShort = (text: string): boolean => text.length <= maximum * charactersPerToken;
  const tokensOf = remembered((text) =>
    Math.max(countTokens(text) - specials, Math.ceil(text.length / charactersPerToken)),
  );
  const total = (header: string, body: string): number =>
    countTokens(embeddedText({ header, body }));
  return {
    maximum,
    target,
    minimum: Math.floor(target * 0.3),
    tokensOf,
    total,
    fits: (header, body) => {
      // The characters first: counting the tokens of a megabyte only to refuse it is slow.
      if (!isShort(body) || !isShort(header)) return false;
      const parts = specials + tokensOf(header) + tokensOf(body);
      if (Math.abs(parts - maximum) > joinTokens) return parts < maximum;
      return total(header, body) <= maximum;
    },
  };
};
