import { posix } from 'node:path';
import type { ImportRow } from './import-table.ts';

/** A file of the project: its path below the root, with `/`, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

const comments = /\/\*[^]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*/g;
const importForms = [
  /^\s*(?:import|export)\b[^;'"()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];
const unreadableImport = /\bimport\(\s*(?!['"])\S/;
const environment = /\bprocess\.env\b/;
const effects: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\./, 'a clock'],
  [/\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/, 'chance'],
  [/\bset(?:Timeout|Interval|Immediate)\b/, 'a timer'],
  [/\bfetch\(|\bnew WebSocket\b/, 'the network'],
  [/\bprocess\./, 'the process'],
];

const isTest = (path: string): boolean => /\.test\.ts$|^core\/testing\/|^scenarios\//.test(path);

const importsOf = (code: string): readonly string[] =>
  importForms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''));

/** What an import names: a file of the project, or a package. */
const targetOf = (path: string, specifier: string): { file: string } | { package: string } => {
  if (specifier.startsWith('#')) return { file: specifier.slice(1) };
  if (specifier.startsWith('.')) return { file: posix.join(posix.dirname(path), specifier) };
  return { package: specifier };
};

const breachOf = (row: ImportRow, path: string, specifier: string): string | null => {
  const target = targetOf(path, specifier);
  if ('package' in target) {
    const isAllowed =
      row.packages === 'any' || row.packages.some((name) => name.test(target.package));
    return isAllowed ? null : `${path} (${row.name}) may not use the package ${target.package}`;
  }
  if (target.file.startsWith('..')) return `${path} imports ${specifier}, outside the project`;
  if (/(?:^|\/)main\.ts$/.test(target.file) && !path.startsWith('embedded/') && !isTest(path)) {
    return `${path} may not import ${target.file}: only embedded starts the processes`;
  }
  const isAllowed = row.may.some((files) => files.test(target.file));
  return isAllowed ? null : `${path} (${row.name}) may not import ${target.file}`;
};

const breachesOf = (table: readonly ImportRow[], { path, text }: SourceFile): readonly string[] => {
  const row = table.find(({ covers }) => covers.test(path));
  if (!row) return [`${path} is in no row of the import table`];
  const code = text.replaceAll(comments, '');
  const breaches = importsOf(code)
    .map((specifier) => breachOf(row, path, specifier))
    .filter((breach) => breach !== null);
  if (row.packages !== 'any' && unreadableImport.test(code)) {
    breaches.push(`${path} imports something that only running it tells`);
  }
  if (!row.readsEnvironment && environment.test(code)) {
    breaches.push(`${path} (${row.name}) may not read the environment`);
  }
  if (row.isPure) {
    for (const [form, name] of effects) {
      if (form.test(code)) breaches.push(`${path} (${row.name}) may not use ${name}`);
    }
  }
  return breaches;
};

/** One sentence for every import, and every use of the outside world, that no row allows. */
export const boundaries = (
  table: readonly ImportRow[],
  files: readonly SourceFile[],
): readonly string[] => files.flatMap((file) => breachesOf(table, file));
