const specials = 2;

/** Counts as a word-piece vocabulary roughly does, without a model: words of six letters, signs, Chinese characters. */
export const countWords = (text: string): number => {
  const pieces = text.match(/\p{Script=Han}|[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]/gu);
  return specials + (pieces?.length ?? 0);
};
