import type { Evidence } from '#core/domain/answer.ts';

/**
 * The page on which the quoted words of a passage stand: by how far into the passage they are, measured
 * against the height of its boxes page by page. Null where the format has no pages.
 */
export const pageOf = ({ pages, boxes, body }: Evidence, quote: string): number | null => {
  const [first] = pages;
  if (first === undefined) return null;
  if (pages.length === 1) return first;
  const at = body.indexOf(quote);
  const share = at < 0 ? 0 : at / Math.max(1, body.length);
  const heights = pages.map((page) =>
    boxes
      .filter((box) => box.page === page)
      .reduce((sum, box) => sum + (box.bottom - box.top) * (box.right - box.left), 0),
  );
  const total = heights.reduce((sum, height) => sum + height, 0);
  let passed = 0;
  for (const [index, page] of pages.entries()) {
    passed += heights[index] ?? 0;
    if (share * total < passed) return page;
  }
  return first;
};
