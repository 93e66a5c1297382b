import { analyzerFingerprint } from '#core/text/analysis/analyze.ts';
import { keywordFigures } from './keyword-figures.ts';

// `node bench/keyword.ts --data FOLDER [--split NAME]`; FOLDER is one set in BEIR layout.

const argument = (name: string): string | undefined => {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
};

const folder = argument('--data');
if (folder === undefined) throw new Error('name a set: --data FOLDER');
const rows = await keywordFigures(folder, argument('--split'));
for (const row of rows) {
  const figures = Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'number' ? Number(value.toFixed(3)) : value,
    ]),
  );
  console.log(JSON.stringify({ analyzer: analyzerFingerprint, ...figures }));
}
