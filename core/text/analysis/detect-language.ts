import { functionWords } from './stop-words.ts';

/** Characters looked at: language shows early, and a long text need not be read twice. */
const SAMPLE_LENGTH = 4_000;
/** Kana in this share of the Chinese and Japanese characters makes a text Japanese. */
const KANA_SHARE = 0.1;
/** How far a language's function words must be ahead of English ones. */
const LEAD_OVER_ENGLISH = 1.5;
/** Lists of names meet a few function words of some language; sentences are made of them. */
const LEAST_FUNCTION_WORDS = 2;
const LEAST_SHARE = 0.12;

const otherScripts: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/\p{Script=Cyrillic}/gu, (text) => (/[іїєґІЇЄҐ]/u.test(text) ? 'uk' : 'ru')],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Arabic}/gu, (text) => (/[پچژگ]/u.test(text) ? 'fa' : 'ar')],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Thai}/gu, () => 'th'],
  [/\p{Script=Devanagari}/gu, () => 'hi'],
  [/\p{Script=Armenian}/gu, () => 'hy'],
  [/\p{Script=Tamil}/gu, () => 'ta'],
  [/\p{Script=Georgian}/gu, () => 'ka'],
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const countFunctionWords = (words: readonly string[], language: ReadonlySet<string>): number =>
  words.reduce((sum, word) => (language.has(word) ? sum + 1 : sum), 0);

/** The Latin-script language by function words; English unless another is clearly ahead. */
const detectLatin = (words: readonly string[]): string => {
  let best = 'en';
  const english = countFunctionWords(words, functionWords['en'] ?? new Set());
  let bestCount = Math.max(
    LEAST_FUNCTION_WORDS - 1,
    english * LEAD_OVER_ENGLISH,
    words.length * LEAST_SHARE,
  );
  for (const [language, list] of Object.entries(functionWords)) {
    if (language === 'en') continue;
    const found = countFunctionWords(words, list);
    if (found > bestCount) {
      best = language;
      bestCount = found;
    }
  }
  return best;
};

const eastAsian = (text: string, plainWords: readonly string[]): string | null => {
  const han = count(text, /\p{Script=Han}/gu);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(text, /\p{Script=Hangul}/gu);
  const characters = han + kana + hangul;
  if (characters === 0) return null;
  // A European sentence that quotes a Chinese word stays European; a Chinese one full of product names stays Chinese.
  const english = countFunctionWords(plainWords, functionWords['en'] ?? new Set());
  if (english > 0 && plainWords.length >= characters / 2) return null;
  if (plainWords.length > characters * 2) return null;
  if (hangul > 0 && hangul >= characters / 3) return 'ko';
  return kana >= (han + kana) * KANA_SHARE ? 'ja' : 'zh';
};

/**
 * The language a text is written in, as ISO 639-1, from its scripts and function words; `en` where
 * nothing speaks for another. Cheap and pure; made for questions and passages, not for single words
 * of Latin script.
 */
export const detectLanguage = (text: string): string => {
  const sample = text
    .slice(0, SAMPLE_LENGTH)
    .normalize('NFKC')
    .replaceAll(/['’]s(?!\p{L})/gu, '');
  const latin =
    sample.match(/(?<![\p{L}\p{N}_-])[\p{Script=Latin}\p{M}]+(?![\p{L}\p{N}_-])/gu) ?? [];
  // Words in capitals are names and codes, not language.
  const plain = latin.filter((word) => !/\p{Lu}$/u.test(word)).map((word) => word.toLowerCase());
  const east = eastAsian(sample, plain);
  if (east !== null) return east;
  let best: string | null = null;
  let bestCount = count(sample, /\p{Script=Latin}/gu);
  for (const [pattern, name] of otherScripts) {
    const found = count(sample, pattern);
    if (found > bestCount) {
      best = name(sample);
      bestCount = found;
    }
  }
  return best ?? detectLatin(plain);
};
