// @ts-check
import { runCommand } from './command.mjs';
import { inProject, pythonProgram } from './project.mjs';
import { keyOf } from './stamp.mjs';

const lock = 'sidecar-docling/requirements-development.lock';
/** @param {string} name */
const program = (name) => inProject('sidecar-docling', '.venv', 'bin', name);

/** What only the checks and tests of the Python part need. */
export const sidecarTools = {
  name: 'sidecar-tools',
  title: 'test tools (Python)',
  isLarge: false,
  results: [program('pytest'), program('ruff'), program('mypy')],
  key: () => keyOf({ files: [lock, 'scripts/setup/sidecar-tools.mjs'] }),
  check: () => undefined,
  /** @param {import('./command.mjs').Context} context */
  run: async (context) => {
    await runCommand(context, {
      doing: 'installing test tools',
      registry: 'The Python package index',
      program: pythonProgram,
      parameters: [
        '-m',
        'pip',
        '--disable-pip-version-check',
        '--no-input',
        'install',
        '--retries=2',
        '-r',
        inProject(lock),
      ],
    });
  },
};
