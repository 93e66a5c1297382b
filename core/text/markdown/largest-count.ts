/**
 * The largest count from 1 to `total` for which `fits` holds, 1 where none does; `fits` must hold for
 * every smaller count. Doubles first, then halves, so that it is never asked about far too much.
 */
export const largestCount = (total: number, fits: (count: number) => boolean): number => {
  let low = 1;
  let high = 2;
  while (high < total && fits(high)) {
    low = high;
    high *= 2;
  }
  high = Math.min(high, total);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
};
