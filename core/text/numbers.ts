/** A number in a text: as written, and the values that it may mean ("1.5 million": 1.5 and 1,500,000). */
export type WrittenNumber = { readonly written: string; readonly values: readonly number[] };

const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  百: 1e2,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
};

const englishWords =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen sixteen seventeen eighteen nineteen twenty`.split(/\s+/u);
const englishTens = 'thirty forty fifty sixty seventy eighty ninety'.split(' ');
const englishOrdinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(
  ' ',
);

const englishNumbers: ReadonlyMap<string, number> = new Map<string, number>([
  ...englishWords.map((word, value): [string, number] => [word, value]),
  ...englishTens.map((word, index): [string, number] => [word, (index + 3) * 10]),
  ...englishOrdinals.map((word, index): [string, number] => [word, index + 1]),
  ['hundred', 100],
  ['dozen', 12],
]);

const chineseDigits = '零一二三四五六七八九';
const chineseUnits: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };

/** "二十", "三百零五", "两万": the usual way to write; null for anything else. */
const chineseNumber = (written: string): number | null => {
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  for (const character of written.replaceAll('〇', '零').replaceAll('两', '二')) {
    const value = chineseDigits.indexOf(character);
    const unit = chineseUnits[character];
    if (value >= 0) digit = value;
    else if (unit !== undefined) {
      section += (digit ?? 1) * unit;
      digit = null;
    } else if (character in scales) {
      total = (total + section + (digit ?? 0)) * (scales[character] ?? 1);
      section = 0;
      digit = null;
    } else return null;
  }
  return total + section + (digit ?? 0);
};

const digitsWithScale =
  /(?<![\p{L}\d_.])(?<digits>\d[\d,' \u202f]*\d|\d)(?<decimals>\.\d+)?\s?(?<scale>thousand|million|mn|billion|bn|trillion|[百千万萬億亿兆])?/giu;

/** Separators between groups of three; what is separated otherwise is two numbers. */
const isGrouped = (digits: string): boolean => /^\d{1,3}(?:[,' \u202f]\d{3})+$/u.test(digits);

const plainNumbers = (written: string): readonly string[] =>
  isGrouped(written) ? [written.replaceAll(/\D/gu, '')] : (written.match(/\d+/gu) ?? []);

const writtenInDigits = (text: string): readonly WrittenNumber[] =>
  [...text.matchAll(digitsWithScale)].flatMap(({ groups }) => {
    const numbers = plainNumbers(groups?.['digits'] ?? '');
    const scale = scales[(groups?.['scale'] ?? '').toLowerCase()];
    return numbers.map((digits, index): WrittenNumber => {
      const isLast = index === numbers.length - 1;
      const written = isLast ? `${digits}${groups?.['decimals'] ?? ''}` : digits;
      const value = Number(written);
      const scaled = isLast && scale !== undefined ? [Number((value * scale).toPrecision(12))] : [];
      return { written, values: [value, ...scaled] };
    });
  });

/** Every run of digits, also inside codes and dates, and numbers in words. */
const writtenOtherwise = (text: string): readonly WrittenNumber[] => {
  const runs = text.match(/\d+(?:\.\d+)?/gu) ?? [];
  const parts = text.match(/\d+/gu) ?? [];
  const words = text.toLowerCase().match(/[a-z]+/gu) ?? [];
  const chinese = text.match(/[零〇一二两三四五六七八九十百千万亿]+/gu) ?? [];
  return [
    ...[...runs, ...parts].map((written) => ({ written, values: [Number(written)] })),
    ...words.flatMap((written) => {
      const value = englishNumbers.get(written);
      return value === undefined ? [] : [{ written, values: [value] }];
    }),
    ...chinese.flatMap((written) => {
      const value = chineseNumber(written);
      return value === null ? [] : [{ written, values: [value] }];
    }),
  ];
};

/** Codes, dates with letters and versions: not numbers by themselves. */
const withoutCodes = (text: string): string =>
  text.replaceAll(/[\p{L}_$][\p{L}\d_$]*\d[\p{L}\d_.$-]*|\d+(?:\.\d+){2,}/gu, ' ');

/**
 * Numbers of a text. `digits`: what the text itself states in digits, codes and versions left out.
 * `all`: whatever could confirm a number, also inside codes and dates, and written in English or
 * Chinese words. Thousands separators, full-width digits and scale words are understood.
 */
export const numbersIn = (text: string, which: 'digits' | 'all'): readonly WrittenNumber[] => {
  const plain = text.normalize('NFKC');
  return which === 'digits'
    ? writtenInDigits(withoutCodes(plain))
    : [...writtenInDigits(plain), ...writtenOtherwise(plain)];
};
