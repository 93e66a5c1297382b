/** Mark-up that this program wrote; everything else is text and is escaped. */
export type Html = { readonly kind: 'html'; readonly text: string };

type Value = string | number | Html | null | readonly (Html | null)[];

/** The only way to mark-up: every value in the template is escaped unless it is mark-up itself. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  kind: 'html',
  text: parts.reduce((text, part, index) => text + textOf(values[index - 1] ?? null) + part),
});

const textOf = (value: Value): string => {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'kind' in value ? value.text : value.map((one) => one?.text ?? '').join('');
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? '');

/** A name for reading: signs that turn the writing direction or cannot be seen are shown as such. */
export const shownName = (name: string): string =>
  name.replaceAll(/[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu, '\u{FFFD}');
