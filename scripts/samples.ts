import { existsSync, writeFileSync } from 'node:fs';
import { drawDocument } from './samples/draw-document.ts';
import { larkspurManual } from './samples/larkspur-manual.ts';
import { titmouseManual } from './samples/titmouse-manual.ts';

// Noto Sans CJK (SIL Open Font License), Debian package fonts-noto-cjk; only the characters that
// are used go into the file.
const noto = '/usr/share/fonts/opentype/noto/NotoSansCJK';
const chinese = {
  regular: { file: `${noto}-Regular.ttc`, name: 'NotoSansCJKsc-Regular' },
  bold: { file: `${noto}-Bold.ttc`, name: 'NotoSansCJKsc-Bold' },
  code: { file: `${noto}-Regular.ttc`, name: 'NotoSansMonoCJKsc-Regular' },
};
const english = {
  regular: { file: 'Helvetica' },
  bold: { file: 'Helvetica-Bold' },
  code: { file: 'Courier' },
};

const folder = new URL('../samples/', import.meta.url);
writeFileSync(
  new URL('larkspur-400-manual.pdf', folder),
  await drawDocument(larkspurManual, english),
);
if (existsSync(chinese.regular.file)) {
  writeFileSync(
    new URL('shanque-20-shuomingshu.pdf', folder),
    await drawDocument(titmouseManual, chinese),
  );
} else {
  console.error(
    'The Chinese sample needs a font: apt install fonts-noto-cjk. It was left as it is.',
  );
  process.exitCode = 1;
}
