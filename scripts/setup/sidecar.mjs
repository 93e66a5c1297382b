// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { runCommand } from './command.mjs';
import { inProject, pythonProgram, root } from './project.mjs';
import { SetUpFailure } from './set-up-failure.mjs';
import { keyOf } from './stamp.mjs';

const folder = inProject('sidecar-docling');
const venv = inProject('sidecar-docling', '.venv');
const unfinished = inProject('sidecar-docling', '.venv', 'unfinished');
const candidates = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const oldestMinor = 11;

/** @param {string} program */
const versionOf = (program) => {
  const code = 'import sys; print(sys.version_info[0], sys.version_info[1])';
  const { status, stdout } = spawnSync(program, ['-c', code], { encoding: 'utf8' });
  if (status !== 0) return null;
  const [major = 0, minor = 0] = stdout.trim().split(' ').map(Number);
  return { program, major, minor };
};

const findPython = () => {
  const found = candidates.map(versionOf).filter((version) => version !== null);
  const python = found.find(({ major, minor }) => major === 3 && minor >= oldestMinor);
  if (python) return python.program;
  const old = found[0];
  throw new SetUpFailure(
    old
      ? `Python 3.${oldestMinor} or newer is needed, and only ${old.major}.${old.minor} was found. Install a newer one and run again.`
      : `Python 3.${oldestMinor} or newer is needed, and none was found. Install it (Debian: apt install python3 python3-venv) and run again.`,
  );
};

/** @param {string} python */
const checkVenv = (python) => {
  const { status } = spawnSync(python, ['-c', 'import venv, ensurepip'], { encoding: 'utf8' });
  if (status === 0) return;
  throw new SetUpFailure(
    `${python} cannot make virtual environments. Install its venv module (Debian: apt install python3-venv) and run again.`,
  );
};

/** The parser's Python environment. */
export const sidecar = {
  name: 'sidecar',
  title: 'document parser (Python)',
  isLarge: true,
  results: [pythonProgram],
  // The folder is part of the key: a virtual environment does not survive being moved.
  key: () =>
    keyOf({
      files: [
        'sidecar-docling/requirements.lock',
        'sidecar-docling/pyproject.toml',
        'scripts/setup/sidecar.mjs',
      ],
      values: [root],
    }),
  check: () => checkVenv(findPython()),
  /** @param {import('./command.mjs').Context} context */
  run: async (context) => {
    const registry = 'The Python package index';
    const pip = [
      '-m',
      'pip',
      '--disable-pip-version-check',
      '--no-input',
      'install',
      '--retries',
      '2',
    ];
    // An environment that was made to its end is brought up to date; a half-made one is made anew.
    const isUsable = existsSync(pythonProgram) && !existsSync(unfinished);
    if (!isUsable) {
      rmSync(venv, { recursive: true, force: true });
      await runCommand(context, {
        doing: 'making the Python environment',
        program: findPython(),
        parameters: ['-m', 'venv', venv],
      });
    }
    writeFileSync(unfinished, '');
    await runCommand(context, {
      doing: 'installing the document parser',
      registry,
      program: pythonProgram,
      parameters: [...pip, '-r', 'requirements.lock'],
      directory: folder,
    });
    await runCommand(context, {
      doing: 'linking the sidecar',
      registry,
      program: pythonProgram,
      parameters: [...pip, '--no-deps', '-e', '.'],
      directory: folder,
    });
    rmSync(unfinished);
  },
};
