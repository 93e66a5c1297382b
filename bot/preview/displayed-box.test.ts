import { describe, expect, it } from 'vitest';
import type { Box } from '#core/domain/parsed.ts';
import { displayedBox } from './displayed-box.ts';
import type { PageShape } from './displayed-box.ts';

const box = (left: number, top: number, right: number, bottom: number): Box => ({
  page: 1,
  left,
  top,
  right,
  bottom,
});
const page = (rotation: PageShape['rotation']): PageShape => ({
  width: 200,
  height: 400,
  rotation,
});

describe('a box on the page as displayed', () => {
  // A mark in the top left corner of an upright page goes clockwise round the corners with it.
  const corner = box(0, 0, 20, 80);

  it('stays where it is on an upright page', () => {
    expect(displayedBox(corner, page(0))).toEqual({ left: 0, top: 0, width: 10, height: 20 });
  });

  it('goes to the top right when the page is turned by 90°', () => {
    expect(displayedBox(corner, page(90))).toEqual({ left: 80, top: 0, width: 20, height: 10 });
  });

  it('goes to the bottom right when the page is turned by 180°', () => {
    expect(displayedBox(corner, page(180))).toEqual({ left: 90, top: 80, width: 10, height: 20 });
  });

  it('goes to the bottom left when the page is turned by 270°', () => {
    expect(displayedBox(corner, page(270))).toEqual({ left: 0, top: 90, width: 20, height: 10 });
  });

  it('is cut at the edge of the page and is nothing outside of it', () => {
    expect(displayedBox(box(-20, -40, 20, 40), page(0))).toEqual({
      left: 0,
      top: 0,
      width: 10,
      height: 10,
    });
    expect(displayedBox(box(210, 0, 240, 40), page(0))).toBeNull();
    expect(displayedBox(box(50, 50, 50, 60), page(90))).toBeNull();
    expect(displayedBox(box(Number.NaN, 0, 10, 10), page(0))).toBeNull();
  });
});
