import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Ended = { readonly code: number | null; readonly told: string };
type Running = {
  readonly ended: Promise<Ended>;
  readonly stop: (signal: NodeJS.Signals) => void;
};

const scripts = fileURLToPath(new URL('.', import.meta.url));

// Stand-ins that do what the set-up relies on, and write down that they were called.
const npm = `#!/bin/sh
echo "npm $*" >> calls
[ -n "$FAKE_NPM_SAYS" ] && { echo "$FAKE_NPM_SAYS" >&2; exit 1; }
[ "$1" = ci ] || exit 0
sleep "\${FAKE_NPM_SECONDS:-0}"
mkdir -p node_modules/.bin
ln -sf "$REAL_NODE" node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json
`;
const python = `#!/bin/sh
case "$*" in
  *sys.version_info*) echo "\${FAKE_PYTHON_VERSION:-3 12}"; exit 0;;
  *ensurepip*) exit "\${FAKE_ENSUREPIP:-0}";;
esac
echo "python $*" >> "$CALLS"
for word; do case "$word" in --junitxml=*) echo "$FAKE_JUNIT" > "\${word#--junitxml=}"; exit "\${FAKE_PYTEST:-0}";; esac; done
case "$*" in
  "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python";;
esac
exit 0
`;

// The real step accepts only the real bytes, 23 MB.
const modelStandIn = `export const starterModel = {
  name: 'starter-model', title: 'model', isLarge: false, results: [],
  key: () => 'always', check: () => undefined, run: async () => {},
};
`;

const runIn =
  (folder: string) =>
  (parameters: readonly string[], settings: Readonly<Record<string, string>> = {}): Running => {
    const child = spawn(process.execPath, parameters, {
      cwd: folder,
      env: {
        PATH: join(folder, 'programs'),
        REAL_NODE: process.execPath,
        CALLS: join(folder, 'calls'),
        ...settings,
      },
    });
    let told = '';
    child.stdout.on('data', (text: Buffer) => (told += text.toString()));
    child.stderr.on('data', (text: Buffer) => (told += text.toString()));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, told }));
    });
    return { ended, stop: (signal) => void child.kill(signal) };
  };

/**
 * A made-up project in a temporary folder with the real set-up scripts and stand-ins for npm and
 * Python: what the set-up decides can be seen in milliseconds, without a network.
 */
export const fakeProject = (options = { hasModelStandIn: true }) => {
  const folder = mkdtempSync(join(tmpdir(), 'anchr-set-up-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const writeProgram = (name: string, text: string): void => {
    write(name, text);
    chmodSync(join(folder, name), 0o755);
  };
  cpSync(scripts, join(folder, 'scripts'), {
    recursive: true,
    filter: (name) => !name.endsWith('.ts'),
  });
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{"packages":{"":{},"node_modules/node":{"version":"24.0.0"}}}');
  write('sidecar-docling/requirements.lock', 'fastapi==1.0.0\n');
  write('sidecar-docling/requirements-development.lock', 'pytest==1.0.0\n');
  write('sidecar-docling/pyproject.toml', '');
  const makeTarball = `import { appendFileSync, writeFileSync } from 'node:fs';
appendFileSync('calls', 'tarball\\n');
writeFileSync(process.argv[2], '');`;
  write('embedded/tarball.ts', makeTarball);
  writeProgram('programs/npm', npm);
  writeProgram('programs/python3', python);
  symlinkSync(process.execPath, join(folder, 'programs', 'node'));
  // The only folder in PATH: what the machine has besides must not help or disturb.
  for (const name of ['cp', 'ln', 'mkdir', 'sleep']) {
    symlinkSync(join('/bin', name), join(folder, 'programs', name));
  }
  if (options.hasModelStandIn) write('scripts/setup/starter-model.mjs', modelStandIn);

  const run = runIn(folder);
  return {
    folder,
    write,
    run,
    setUp: (settings?: Readonly<Record<string, string>>) =>
      run(['scripts/setup.mjs'], settings).ended,
    removeFile: (name: string) => rmSync(join(folder, name), { recursive: true }),
    calls: (): readonly string[] =>
      existsSync(join(folder, 'calls'))
        ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
        : [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
