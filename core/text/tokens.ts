/**
 * Tokens by kind of character, chosen so that the sum is at or above what the byte-pair vocabularies
 * of current models count on ordinary text; measured in bench/README.md, "Token estimate".
 */
const TOKENS_PER_WORD_CHARACTER = 1 / 6;
/** Longer than any word: base64, hashes, which vocabularies cut into crumbs. */
const LONGEST_WORD = 24;
const TOKENS_PER_DIGIT = 1 / 2;
const TOKENS_PER_SIGN = 1;
const TOKENS_PER_EAST_ASIAN_CHARACTER = 1.25;
/** Cyrillic, Greek, accented Latin. */
const TOKENS_PER_OTHER_LETTER = 1 / 2;
/** Scripts that vocabularies hardly know. */
const TOKENS_PER_RARE_LETTER = 1;
/** Emoji and what is not a letter. */
const TOKENS_PER_RARE_SIGN = 3;

const pieces =
  /(?<word>[A-Za-z]+)|(?<digits>\d+)|(?<east>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|(?<letters>[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+)|(?<lines>\n+)|(?<space>\s+)|(?<sign>[!-/:-@[-`{-~]|\p{P})|(?<rare>[\p{L}\p{M}\p{N}])|(?<other>.)/gsu;

const costOf = (groups: Readonly<Record<string, string | undefined>>): number => {
  if (groups['word'] !== undefined) {
    const { length } = groups['word'];
    return Math.ceil(
      length * (length > LONGEST_WORD ? TOKENS_PER_OTHER_LETTER : TOKENS_PER_WORD_CHARACTER),
    );
  }
  if (groups['digits'] !== undefined) return Math.ceil(groups['digits'].length * TOKENS_PER_DIGIT);
  if (groups['east'] !== undefined) return TOKENS_PER_EAST_ASIAN_CHARACTER;
  if (groups['letters'] !== undefined)
    return Math.ceil(groups['letters'].length * TOKENS_PER_OTHER_LETTER);
  if (groups['lines'] !== undefined) return 1;
  if (groups['space'] !== undefined) return groups['space'].length > 1 ? 1 : 0;
  if (groups['sign'] !== undefined) return TOKENS_PER_SIGN;
  return groups['rare'] === undefined ? TOKENS_PER_RARE_SIGN : TOKENS_PER_RARE_LETTER;
};

/**
 * A careful estimate of the tokens of a text for budgets of prompts: rather too many than too few.
 * Not for the limits of an embedding profile, which counts with its own tokenizer.
 */
export const estimateTokens = (text: string): number => {
  let sum = 0;
  for (const { groups } of text.matchAll(pieces)) sum += costOf(groups ?? {});
  return Math.ceil(sum);
};
