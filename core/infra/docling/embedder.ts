import { createHash } from 'node:crypto';
import { APIConnectionError, APIError, OpenAI } from 'openai';
import { z } from 'zod';
import { Cancelled, isVerdict, Retryable, Terminal } from '#core/domain/errors.ts';
import type { EmbeddingProfile } from '#core/domain/embedding.ts';
import type { Embedder } from '#core/ports/embedder.ts';

export type EmbedderOptions = {
  /** Asked before each call: a restarted sidecar listens elsewhere. `baseUrl` ends before /embeddings. */
  readonly endpoint: (
    signal: AbortSignal,
  ) => Promise<{ readonly baseUrl: string; readonly key: string }>;
  readonly profile: EmbeddingProfile;
  readonly countTokens: (text: string) => number;
  /** Words that some models want before a text, by its purpose. */
  readonly prompts: { readonly document: string; readonly query: string };
  readonly timeoutMs: number;
};

/** Texts of one request. ◦ */
const batchSize = 64;

const replySchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});

/** Changes with everything that changes a vector: a query meets only vectors of the same one. */
export const embeddingFingerprint = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

/** Any OpenAI-compatible `/embeddings` endpoint as the Embedder port. */
export const createEmbedder = (options: EmbedderOptions): Embedder => {
  const { profile, countTokens, prompts } = options;
  const clientOf = clients(options.timeoutMs);
  return {
    profile,
    countTokens,
    embedTexts: async (texts, purpose, signal) => {
      const inputs = texts.map((text) => `${prompts[purpose]}${text}`);
      for (const [index, input] of inputs.entries()) {
        const tokens = countTokens(input);
        if (tokens > profile.maximumTokens) {
          const message = `text ${index} has ${tokens} tokens, the model takes ${profile.maximumTokens}`;
          throw new Terminal('INPUT_TOO_LONG', message);
        }
      }
      const vectors: Float32Array[] = [];
      for (let from = 0; from < inputs.length; from += batchSize) {
        const { baseUrl, key } = await options.endpoint(signal);
        const batch = inputs.slice(from, from + batchSize);
        vectors.push(...(await embedBatch(clientOf(baseUrl, key), profile, batch, signal)));
      }
      return vectors;
    },
    embedImages: async () => {
      throw new Terminal('IMAGES_UNSUPPORTED', 'this embedding model takes text only');
    },
  };
};

/** One client an address; the last one is kept. */
const clients = (timeoutMs: number) => {
  let known: { readonly address: string; readonly client: OpenAI } | null = null;
  return (baseURL: string, apiKey: string): OpenAI => {
    const address = `${baseURL} ${apiKey}`;
    if (known?.address !== address) {
      // Retries are the worker's, with the delay in the row.
      const client = new OpenAI({
        baseURL,
        apiKey,
        maxRetries: 0,
        timeout: timeoutMs,
        logLevel: 'off',
      });
      known = { address, client };
    }
    return known.client;
  };
};

const embedBatch = async (
  client: OpenAI,
  { model, dimensions }: EmbeddingProfile,
  input: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> => {
  try {
    // Plain numbers: not every endpoint knows the compact form that the client asks for by itself.
    const reply: unknown = await client.embeddings.create(
      { model, input: [...input], encoding_format: 'float' },
      { signal },
    );
    return vectorsIn(reply, input.length, dimensions);
  } catch (error) {
    throw verdictOn(error, signal);
  }
};

const rubbish = (what: string): Retryable =>
  new Retryable('EMBEDDING_FAILED', `the embeddings endpoint answered ${what}`);

const vectorsIn = (reply: unknown, count: number, dimensions: number): readonly Float32Array[] => {
  const read = replySchema.safeParse(reply);
  if (!read.success) throw rubbish('something unreadable');
  const byIndex = new Map(read.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => {
    const vector = byIndex.get(index);
    if (vector === undefined || read.data.data.length !== count) throw rubbish('too few vectors');
    if (vector.length !== dimensions) {
      const message = `the embedding model has ${vector.length} dimensions, ${dimensions} are configured`;
      throw new Terminal('EMBEDDING_FAILED', message);
    }
    return normalised(vector);
  });
};

const normalised = (vector: readonly number[]): Float32Array => {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw rubbish('a vector without direction');
  return Float32Array.from(vector, (value) => value / length);
};

const verdictOn = (error: unknown, signal: AbortSignal): unknown => {
  if (isVerdict(error)) return error;
  if (signal.aborted) return new Cancelled('embedding was stopped', { cause: error });
  if (error instanceof APIConnectionError || !(error instanceof APIError)) {
    const message = 'the embeddings endpoint cannot be reached';
    return new Retryable('EMBEDDING_FAILED', message, { cause: error });
  }
  return refusalVerdict(error);
};

const refusalVerdict = (error: APIError): Retryable | Terminal => {
  const status = error.status ?? 0;
  const message = `the embeddings endpoint answered ${status}`;
  if (status === 429) {
    const seconds = Number(error.headers?.get('retry-after') ?? Number.NaN);
    const after = Number.isFinite(seconds) ? { afterMs: seconds * 1_000 } : {};
    return new Retryable('EMBEDDING_THROTTLED', message, { ...after, cause: error });
  }
  if (error.code === 'INPUT_TOO_LONG') {
    return new Terminal('INPUT_TOO_LONG', message, { cause: error });
  }
  const isTransient = status === 408 || status === 409 || status >= 500;
  return isTransient
    ? new Retryable('EMBEDDING_FAILED', message, { cause: error })
    : new Terminal('EMBEDDING_FAILED', message, { cause: error });
};
