import type { Box } from '#core/domain/parsed.ts';
import type { SegmentType } from '#core/domain/segment.ts';

/** Where a piece of text stands. */
export type Place = { readonly page: number | null; readonly boxes: readonly Box[] };

/** A segment in the making: what it says and where it stands. */
export type Passage = {
  readonly type: SegmentType;
  readonly body: string;
  readonly places: readonly Place[];
  readonly picture: number | null;
};

/** 1-based and ascending. */
export const pagesOf = (places: readonly Place[]): readonly number[] => {
  const pages = places.flatMap(({ page, boxes }) =>
    boxes.length > 0 ? boxes.map((box) => box.page) : page === null ? [] : [page],
  );
  return [...new Set(pages)].toSorted((a, b) => a - b);
};

/** In order, each once. */
export const boxesOf = (places: readonly Place[]): readonly Box[] => {
  const seen = new Set<string>();
  return places
    .flatMap(({ boxes }) => boxes)
    .filter((box) => {
      const key = `${box.page} ${box.left} ${box.top} ${box.right} ${box.bottom}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
};
