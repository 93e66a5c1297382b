import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawDocument } from './draw-document.ts';
import { larkspurManual } from './larkspur-manual.ts';

const fonts = {
  regular: { file: 'Helvetica' },
  bold: { file: 'Helvetica-Bold' },
  code: { file: 'Courier' },
};

describe('the sample manual', () => {
  // Compression gives other bytes on other processors.
  it.runIf(process.arch === 'x64')(
    'in samples/ is what the script makes, byte by byte',
    async () => {
      const made = await drawDocument(larkspurManual, fonts);
      const kept = readFileSync(new URL('../../samples/larkspur-400-manual.pdf', import.meta.url));
      expect(made.equals(kept)).toBe(true);
    },
  );

  it('has twelve pages', async () => {
    const made = await drawDocument(larkspurManual, fonts);
    expect(made.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(12);
  });
});
