import { describe, expect, it } from 'vitest';
import { writeHeader } from './write-header.ts';

const measure = { tokensOf: (text: string) => text.length, maximum: 1_000 };
const header = (title: string, ...path: readonly string[]) => writeHeader(title, path, measure);

describe('the header of a passage', () => {
  it('says the title once, though the first heading repeats it, with or without the file name', () => {
    expect(header('IBM', 'IBM', 'Products')).toBe('IBM › Products');
    expect(header('IBM (wiki)', 'IBM', 'Products')).toBe('IBM (wiki) › Products');
  });

  it('keeps a heading that only begins like the title', () => {
    expect(header('IBM (wiki)', 'IB', 'Products')).toBe('IBM (wiki) › IB › Products');
  });
});
