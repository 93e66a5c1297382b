import type { Measure } from './measure.ts';
import type { Place } from './passage.ts';
import type { Block, Piece } from './pieces.ts';
import { splitText } from './split-text.ts';

export type Packed = { readonly body: string; readonly places: readonly Place[] };

type Placed = Piece & { readonly keepWithNext: boolean };

const bodyOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, glue }, index) => (index === 0 ? text : `${glue}${text}`)).join('');

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.tokens, 0);

/** What introduces the next piece leaves with it, unless nothing else would be left. */
const leaving = (pieces: readonly Placed[]): number => {
  let from = pieces.length;
  while (from > 0 && pieces[from - 1]?.keepWithNext) from -= 1;
  return from === 0 ? pieces.length : from;
};

/** Equal shares instead of full ones and a rest. */
const evenTarget = (total: number, target: number): number =>
  total <= target ? target : Math.min(target, Math.ceil((total / Math.ceil(total / target)) * 1.1));

type Limits = { readonly target: number; readonly room: number };

type Groups = { readonly done: Placed[][]; current: Placed[] };

const close = (groups: Groups): void => {
  if (groups.current.length === 0) return;
  const from = leaving(groups.current);
  groups.done.push(groups.current.slice(0, from));
  groups.current = groups.current.slice(from);
};

const add = (groups: Groups, piece: Placed, { target, room }: Limits): void => {
  // After a heading or an introduction, up to the room: its own sentence belongs to it.
  const limit = groups.current.every(({ keepWithNext }) => keepWithNext) ? room : target;
  if (sizeOf(groups.current) + piece.tokens > limit) close(groups);
  if (sizeOf(groups.current) + piece.tokens > room && groups.current.length > 0) {
    groups.done.push(groups.current);
    groups.current = [];
  }
  groups.current.push(piece);
};

/** Groups of pieces, each within `room`; blocks stay whole where that leaves no segment half empty. */
const groups = (blocks: readonly Block[], limits: Limits): readonly (readonly Placed[])[] => {
  const made: Groups = { done: [], current: [] };
  for (const block of blocks) {
    const size = sizeOf(made.current);
    if (size + block.tokens > limits.target && size >= limits.target / 2) close(made);
    const last = block.pieces.length - 1;
    for (const [index, piece] of block.pieces.entries()) {
      add(made, { ...piece, keepWithNext: block.keepWithNext && index === last }, limits);
    }
  }
  return made.current.length > 0 ? [...made.done, made.current] : made.done;
};

/** A short rest joins the segment before it. */
const withoutShortRest = (
  found: readonly (readonly Placed[])[],
  minimum: number,
  room: number,
): readonly (readonly Placed[])[] => {
  const rest = found.at(-1);
  const before = found.at(-2);
  if (!rest || !before || sizeOf(rest) >= minimum || sizeOf(rest) + sizeOf(before) > room)
    return found;
  return [...found.slice(0, -2), [...before, ...rest]];
};

/** Packs blocks of text under one header into bodies that fit, none cut inside a piece. */
export const pack = (
  blocks: readonly Block[],
  header: string,
  measure: Measure,
): readonly Packed[] => {
  const used = measure.total(header, '');
  const room = measure.maximum - used;
  const total = blocks.reduce((sum, block) => sum + block.tokens, 0);
  const target = evenTarget(total, Math.max(Math.floor(room / 2), measure.target - used));
  const found = withoutShortRest(groups(blocks, { target, room }), measure.minimum, room);
  return found.flatMap((group) => {
    const places = group.flatMap((piece) => piece.places);
    const body = bodyOf(group);
    // Sums of tokens are near, not exact, with vocabularies that join across pieces.
    if (measure.fits(header, body)) return [{ body, places }];
    return splitText(body, (text) => measure.fits(header, text)).map((text) => ({
      body: text,
      places,
    }));
  });
};
