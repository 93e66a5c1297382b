import { createOpenAiModel } from '#core/infra/model/openai-model.ts';
import { createHttpReranker } from '#core/infra/rerank/http-reranker.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { Parser } from '#core/ports/parser.ts';
import { createPools } from '#worker/main.ts';
import type { Settings } from './settings.ts';
import type { Stores } from './stores.ts';

/** What the worker does, with the models that are configured. */
export const makePools = ({
  settings,
  stores,
  parser,
  embedder,
  maximumFileBytes,
}: {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly parser: Parser;
  readonly embedder: Embedder;
  readonly maximumFileBytes: number;
}) => {
  const { ANCHR_MODEL_URL: modelUrl, ANCHR_MODEL_NAME: modelName } = settings;
  const { ANCHR_RERANK_URL: rerankUrl } = settings;
  return createPools({
    ...stores,
    parser,
    embedder,
    maximumFileBytes,
    model:
      modelUrl === undefined || modelName === undefined
        ? null
        : createOpenAiModel({ url: modelUrl, name: modelName, key: settings.ANCHR_MODEL_KEY }),
    reranker:
      rerankUrl === undefined
        ? null
        : createHttpReranker({
            url: rerankUrl,
            name: settings.ANCHR_RERANK_NAME ?? 'rerank',
            key: settings.ANCHR_RERANK_KEY,
            scale: settings.ANCHR_RERANK_SCALE,
          }),
    caps: { person: settings.ANCHR_DAILY_CALLS_PER_PERSON, workspace: settings.ANCHR_DAILY_CALLS },
    modelTimeoutMs: settings.ANCHR_MODEL_TIMEOUT_SECONDS * 1_000,
    random: Math.random,
    sizes: { ingestions: settings.ANCHR_INGESTIONS_AT_ONCE, runs: settings.ANCHR_RUNS_AT_ONCE },
  });
};
