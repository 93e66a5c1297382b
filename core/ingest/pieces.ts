import { sentences } from '#core/text/sentences.ts';
import type { Flow } from './flow.ts';
import type { Measure } from './measure.ts';
import type { Place } from './passage.ts';
import { splitText } from './split-text.ts';

/** What is not cut any further. */
export type Piece = {
  readonly text: string;
  /** What stands between it and the piece before it, where both are in one segment. */
  readonly glue: string;
  readonly tokens: number;
  readonly places: readonly Place[];
};

/** Pieces of one block, which stays together where there is room. */
export type Block = {
  readonly pieces: readonly Piece[];
  readonly tokens: number;
  /** A heading, or words that introduce what follows: "Requirements:". */
  readonly keepWithNext: boolean;
};

type Cut = { readonly text: string; readonly glue: string; readonly start: number };

const bySentence = (text: string): readonly Cut[] => {
  let end = 0;
  return sentences(text).map((sentence) => {
    const glue = text.slice(end, sentence.start);
    end = sentence.end;
    return { text: sentence.text, glue, start: sentence.start };
  });
};

const byLine = (text: string): readonly Cut[] => {
  const cuts: Cut[] = [];
  let glue = '';
  let start = 0;
  for (const line of text.split('\n')) {
    const content = line.trimEnd();
    if (content !== '') {
      cuts.push({ text: content, glue, start });
      glue = '\n';
    } else if (cuts.length > 0) glue += '\n';
    start += line.length + 1;
  }
  return cuts;
};

const cutsOf = ({ kind, text }: Flow, isShort: boolean): readonly Cut[] => {
  switch (kind) {
    case 'prose':
      return bySentence(text);
    case 'heading':
    case 'whole':
      return isShort ? [{ text, glue: '', start: 0 }] : bySentence(text);
    case 'lines':
      return isShort ? [{ text, glue: '', start: 0 }] : byLine(text);
  }
};

const placesAt = ({ spans }: Flow, start: number, end: number): readonly Place[] => {
  const touched = spans.filter((span) => span.start < end && span.end > start);
  return touched.map(({ page, boxes }) => ({ page, boxes }));
};

/** "Requirements:", or a short line without an end, which layout analysis did not know for a heading. */
const introduces = (text: string): boolean =>
  /[:：]["'”’)]*$/u.test(text) ||
  (text.length <= 60 && /^\p{Lu}[^.!?。！？;；,，]*\p{L}$/u.test(text));

/** A block cut into pieces each of which fits a segment under the header, as few as its kind allows. */
export const pieces = (flow: Flow, header: string, measure: Measure): Block => {
  const fits = (text: string): boolean => measure.fits(header, text);
  const cuts = cutsOf(flow, fits(flow.text)).flatMap((cut) =>
    fits(cut.text)
      ? [cut]
      : splitText(cut.text, fits).map((text, index) => ({
          text,
          glue: index === 0 ? cut.glue : ' ',
          start: cut.start,
        })),
  );
  const made = cuts.map(({ text, glue, start }, index) => ({
    text,
    glue: index === 0 ? '\n' : glue,
    tokens: measure.tokensOf(text),
    places: placesAt(flow, start, start + text.length),
  }));
  return {
    pieces: made,
    tokens: made.reduce((sum, piece) => sum + piece.tokens, 0),
    keepWithNext: flow.kind === 'heading' || (flow.kind === 'prose' && introduces(flow.text)),
  };
};
