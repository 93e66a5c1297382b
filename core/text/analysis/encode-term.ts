/**
 * A term as an engine stores it: `x` and the hexadecimal UTF-8 bytes, so that a parser inside the
 * engine can neither split nor drop nor lower-case it. One-to-one.
 */
export const encodeTerm = (term: string): string => `x${Buffer.from(term, 'utf8').toString('hex')}`;
