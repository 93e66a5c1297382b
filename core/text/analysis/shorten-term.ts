/** Characters of a term that is kept as it is; 4 bytes each in hex stay far below an engine's word limit (2,046 bytes in PostgreSQL). */
export const MAXIMUM_TERM_LENGTH = 64;

/**
 * FNV-1a with 32 bits, twice from different starts. Long terms (tokens, base64, URLs) only need
 * equality, and a collision only costs one odd candidate.
 */
const hash = (text: string, start: number): string => {
  let value = start;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
};

/** The term itself, or `#` and 16 hexadecimal digits for one longer than `MAXIMUM_TERM_LENGTH`. */
export const shortenTerm = (term: string): string =>
  term.length <= MAXIMUM_TERM_LENGTH ? term : `#${hash(term, 0x811c9dc5)}${hash(term, 0x050c5d1f)}`;
