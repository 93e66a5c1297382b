/** Start of the answer's text inside the structured reply, whatever came before it. */
const beforeText = /"answer"\s*:\s*"/;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

/**
 * Reads the answer's text out of a structured reply while it streams. Calls back with all of the text
 * so far, decoded, without citation markers: those are shown once they are validated.
 */
export const createTextReader = (
  onText: (text: string) => void,
): { readonly push: (delta: string) => void } => {
  let raw = '';
  let shown = '';
  return {
    push: (delta) => {
      raw += delta;
      const start = beforeText.exec(raw);
      if (start === null) return;
      const text = withoutMarkers(decode(raw.slice(start.index + start[0].length)));
      if (text === shown) return;
      shown = text;
      onText(text);
    },
  };
};

/** Up to the closing quote, or to the last whole escape of what has arrived. */
const decode = (json: string): string => {
  let text = '';
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (character === '"') break;
    if (character !== '\\') {
      text += character;
      continue;
    }
    const escaped = json.charAt(at + 1);
    if (escaped === '') break;
    if (escaped === 'u') {
      const code = json.slice(at + 2, at + 6);
      if (!/^[\da-f]{4}$/i.test(code)) break;
      text += String.fromCodePoint(Number.parseInt(code, 16));
      at += 5;
    } else {
      text += escapes[escaped] ?? escaped;
      at += 1;
    }
  }
  return text;
};

/** Whole markers go; one that is still being written is held back. */
const withoutMarkers = (text: string): string =>
  text.replaceAll(/\[\^[^\]\n]*\]/g, '').replace(/\[(?:\^[^\]\n]*)?$/, '');
