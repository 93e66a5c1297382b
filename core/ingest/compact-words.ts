/** Letters and digits alone, for telling whether two wordings say the same. */
export const compactWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
