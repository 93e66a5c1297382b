/**
 * LaTeX is not Markdown: its underscores, asterisks and brackets must come out as they went in. Each
 * formula is a private-use character with its number while Markdown is parsed or written.
 */
const OPEN = '\ue000';
const CLOSE = '\ue001';

/** `$$…$$`, `\[…\]`, `\(…\)`, and `$…$` with pandoc's rule that tells it from prices. */
const formula =
  /\$\$[^$]+\$\$|\\\[[\s\S]+?\\\]|\\\([^\n]+?\\\)|(?<![\\$\w])\$(?!\s)(?:\\.|[^$\n\\])+(?<!\s)\$(?![\d$])/gu;

export type ProtectedText = { readonly text: string; readonly formulas: readonly string[] };

/** A paragraph's end inside, or a citation between single dollars, says that the signs met by chance. */
const isFormula = (found: string): boolean =>
  !/\n\s*\n/u.test(found) && !(/^\$[^$]/u.test(found) && /\[\^[^\]\n]*\]/u.test(found));

/** Takes the formulas out of a text. `isCode` tells whether an offset lies in code. */
export const protectMath = (text: string, isCode: (offset: number) => boolean): ProtectedText => {
  const formulas: string[] = [];
  const replaced = text.replace(formula, (found: string, offset: number) => {
    if (isCode(offset) || !isFormula(found)) return found;
    formulas.push(found);
    return `${OPEN}${formulas.length - 1}${CLOSE}`;
  });
  return { text: replaced, formulas };
};

/** Puts the formulas back. */
export const restoreMath = (text: string, formulas: readonly string[]): string =>
  text.replace(/\ue000(\d+)\ue001/gu, (_, number: string) => formulas[Number(number)] ?? '');

/** A text without the characters that stand for formulas. */
export const withoutPlaceholders = (text: string): string =>
  text.replaceAll(/[\ue000\ue001]/gu, '');
