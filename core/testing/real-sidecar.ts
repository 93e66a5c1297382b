import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from '#core/infra/docling/embedder.ts';
import { starterProfile } from '#core/infra/docling/starter-profile.ts';
import { superviseSidecar } from '#core/infra/docling/supervise.ts';
import { createSystemClock } from '#core/infra/system-clock.ts';
import { createTokenizer } from '#core/infra/tokenizer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const python = `${root}sidecar-docling/.venv/bin/python`;
const models = `${root}.cache/models`;
const tokenizer = `${models}/minilm/tokenizer.json`;

/** Whether set-up made the sidecar's environment and fetched the starter model. */
export const hasSidecar = existsSync(python) && existsSync(tokenizer);

/** The sidecar itself, and the starter model in it. Whoever starts it stops it. */
export const startRealSidecar = async () => {
  const clock = createSystemClock();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const sidecar = superviseSidecar({
    command: [python, '-m', 'anchr_sidecar', '--port', '0', '--supervised'],
    folder: `${root}sidecar-docling`,
    environment: {
      PATH: process.env['PATH'] ?? '',
      PYTHONPATH: `${root}sidecar-docling/src`,
      ANCHR_MODELS_DIR: models,
    },
    clock,
    log,
  });
  const embedder = createEmbedder({
    endpoint: async (signal) => {
      const { url, token } = await sidecar.address(signal);
      return { baseUrl: `${url}/v1`, key: token };
    },
    profile: starterProfile,
    countTokens: await createTokenizer(tokenizer),
    prompts: { document: '', query: '' },
    timeoutMs: 60_000,
  });
  return { sidecar, embedder, clock, log };
};
