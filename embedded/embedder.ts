import { createEmbedder, embeddingFingerprint } from '#core/infra/docling/embedder.ts';
import type { Sidecar } from '#core/infra/docling/call-sidecar.ts';
import { starterProfile } from '#core/infra/docling/starter-profile.ts';
import { createTokenizer } from '#core/infra/tokenizer.ts';
import { estimateTokens } from '#core/text/tokens.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { Settings } from './settings.ts';

const timeoutMs = 120_000;
const prompts = { document: '', query: '' };

/** The configured endpoint, or the starter model that the sidecar serves. */
export const makeEmbedder = async (
  settings: Settings,
  sidecar: Sidecar,
  tokenizer: string,
): Promise<Embedder> => {
  const { ANCHR_EMBEDDING_URL: url, ANCHR_EMBEDDING_NAME: model } = settings;
  if (url === undefined || model === undefined) {
    const endpoint = async (signal: AbortSignal) => {
      const address = await sidecar.address(signal);
      return { baseUrl: `${address.url}/v1`, key: address.token };
    };
    const countTokens = await createTokenizer(tokenizer);
    return createEmbedder({
      endpoint,
      profile: starterProfile,
      countTokens,
      prompts,
      timeoutMs,
    });
  }
  const dimensions = settings.ANCHR_EMBEDDING_DIMENSIONS;
  const maximumTokens = settings.ANCHR_EMBEDDING_MAXIMUM_TOKENS;
  const key = settings.ANCHR_EMBEDDING_KEY ?? 'none';
  return createEmbedder({
    endpoint: () => Promise.resolve({ baseUrl: url, key }),
    profile: {
      fingerprint: embeddingFingerprint([url, model, dimensions, maximumTokens]),
      model,
      dimensions,
      maximumTokens,
      languages: settings.ANCHR_EMBEDDING_LANGUAGES.split(',').map((code) => code.trim()),
      images: false,
      supportFloors: null,
    },
    countTokens: estimateTokens,
    prompts,
    timeoutMs,
  });
};
