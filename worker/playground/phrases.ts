import type { Phrase } from '#core/domain/rendered.ts';

/** A fixed sentence in both languages. */
export const bothLanguages = (code: string, values: Readonly<Record<string, string>>): Phrase => ({
  en: `${code} ${values['detail'] ?? ''}`.trim(),
  zh: `${code} ${values['detail'] ?? ''}`.trim(),
});
