import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A file of the project: its path below the root, with `/`, and its text. */
type SourceFile = { readonly path: string; readonly text: string };

const longestFile = 300;
const counted = /\.(?:ts|mjs|js|css|py)$/;
const generated = /(?:^|\/)(?:package-lock\.json|requirements\.lock)$/;
// An absolute path into somebody's machine says where a file was written, and works nowhere else.
const machinePath = /(?<![\w.~/-])\/(?:work|home|root|Users|workspace)\/[\w.-]/;
const registryHost = /"resolved": *"https?:|files\.pythonhosted\.org|--index-url|--find-links/;

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/**
 * Rules that no linter knows: the size of a file, and that nothing in the project tells where it
 * was made. One sentence for each breach.
 */
export const houseRules = (files: readonly SourceFile[]): readonly string[] =>
  files.flatMap(({ path, text }) => {
    const breaches: string[] = [];
    const lines = linesOf(text);
    if (counted.test(path) && lines > longestFile) {
      breaches.push(`${path} has ${lines} lines; ${longestFile} is the most.`);
    }
    text.split('\n').forEach((line, index) => {
      if (!generated.test(path) && machinePath.test(line)) {
        breaches.push(`${path}:${index + 1} names a path of one machine.`);
      }
      if (generated.test(path) && registryHost.test(line)) {
        breaches.push(`${path}:${index + 1} names a registry's host.`);
      }
    });
    return breaches;
  });

const readProject = (): readonly SourceFile[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(path) && !/\.(?:pdf|png|jpg|ico|woff2)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const breaches = houseRules(readProject());
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
