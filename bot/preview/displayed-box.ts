import type { Box } from '#core/domain/parsed.ts';

export type PageShape = {
  /** Points, before rotation. */
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise that a viewer turns the page by. */
  readonly rotation: 0 | 90 | 180 | 270;
};

/** A place on the page as displayed, in percent of its width and height from the top left. */
export type DisplayedBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Where a box from before the rotation lies on the page as displayed. What lies outside the page is cut;
 * null where nothing of it is on the page.
 */
export const displayedBox = (box: Box, page: PageShape): DisplayedBox | null => {
  const turned = turn(box, page);
  const sideways = page.rotation === 90 || page.rotation === 270;
  const across = sideways ? page.height : page.width;
  const down = sideways ? page.width : page.height;
  const left = within(turned.left, across);
  const right = within(turned.right, across);
  const top = within(turned.top, down);
  const bottom = within(turned.bottom, down);
  if (!(right > left && bottom > top)) return null;
  return {
    left: (left / across) * 100,
    top: (top / down) * 100,
    width: ((right - left) / across) * 100,
    height: ((bottom - top) / down) * 100,
  };
};

const within = (value: number, maximum: number): number => Math.min(Math.max(value, 0), maximum);

type Edges = Pick<Box, 'left' | 'top' | 'right' | 'bottom'>;

const turn = (
  { left, top, right, bottom }: Edges,
  { width, height, rotation }: PageShape,
): Edges => {
  switch (rotation) {
    case 0:
      return { left, top, right, bottom };
    case 90:
      return { left: height - bottom, top: left, right: height - top, bottom: right };
    case 180:
      return {
        left: width - right,
        top: height - bottom,
        right: width - left,
        bottom: height - top,
      };
    case 270:
      return { left: top, top: width - right, right: bottom, bottom: width - left };
  }
};
