/**
 * A stretch of text that one rule splits further. `word` is letters and digits with the joiners
 * inside it ("ERR_4012", "core/text/scan.ts", "don't"); `chinese-japanese` is Han and kana, `hangul`
 * Korean, `unspaced` a script written without spaces (Thai, Lao, Khmer, Burmese).
 */
export type Stretch = {
  readonly kind: 'word' | 'chinese-japanese' | 'hangul' | 'unspaced';
  readonly text: string;
};

const CHINESE_JAPANESE = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]`;
const HANGUL = String.raw`\p{Script=Hangul}`;
const UNSPACED = String.raw`[[\p{L}\p{M}]&&[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]`;
const LETTER = String.raw`[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]`;
/** Joins when letters or digits follow: "a_b", "a::b", "a->b", "https://a", "don't". */
const JOINER = String.raw`[_.$:\/\\@#+\-~=&%']{1,3}`;

const stretch = new RegExp(
  `(?<word>[_$]{0,2}${LETTER}+(?:${JOINER}${LETTER}+)*(?:\\+\\+|#)?)` +
    `|(?<east>${CHINESE_JAPANESE}+)|(?<hangul>${HANGUL}+)|(?<unspaced>${UNSPACED}+)`,
  'gv',
);

const asciiStretch = /[_$]{0,2}[A-Za-z0-9]+(?:[_.$:/\\@#+\-~=&%']{1,3}[A-Za-z0-9]+)*(?:\+\+|#)?/gu;

const scanAny = (text: string): readonly Stretch[] => {
  const found: Stretch[] = [];
  for (const { groups } of text.matchAll(stretch)) {
    if (groups?.['word'] !== undefined) found.push({ kind: 'word', text: groups['word'] });
    else if (groups?.['east'] !== undefined)
      found.push({ kind: 'chinese-japanese', text: groups['east'] });
    else if (groups?.['hangul'] !== undefined)
      found.push({ kind: 'hangul', text: groups['hangul'] });
    else if (groups?.['unspaced'] !== undefined)
      found.push({ kind: 'unspaced', text: groups['unspaced'] });
  }
  return found;
};

/**
 * The stretches of a text in order. Full-width and compatibility forms are folded (NFKC), typographic
 * apostrophes and hyphens made plain, invisible characters and thousands separators dropped.
 */
export const scan = (text: string): readonly Stretch[] => {
  // eslint-disable-next-line no-control-regex -- ASCII is the fast path
  if (/^[\x00-\x7f]*$/u.test(text)) {
    const plain = text.replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
    return (plain.match(asciiStretch) ?? []).map((word) => ({ kind: 'word', text: word }));
  }
  return scanAny(
    text
      .normalize('NFKC')
      .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
      .replace(/[‘’ʼ]/gu, "'")
      .replace(/[‐‑‒–—−]/gu, '-')
      .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, ''),
  );
};
