import { z } from 'zod';
import { wholeNumber } from '#core/domain/settings.ts';

const address = z.url({ protocol: /^https?$/ }).optional();
const secret = z.string().min(1).optional();

/** Settings of the working side. Descriptions stand in .env.example. */
export const workerSettings = z
  .object({
    ANCHR_MODEL_URL: address.describe(
      'Base URL of an OpenAI-compatible endpoint. Without one, answers are quotations.',
    ),
    ANCHR_MODEL_NAME: z.string().min(1).optional().describe('Model that writes the answers.'),
    ANCHR_MODEL_KEY: secret.describe('Key for the model endpoint.'),
    ANCHR_MODEL_TIMEOUT_SECONDS: wholeNumber(60, 1, 600).describe('Time for one model call.'),
    ANCHR_EMBEDDING_URL: address.describe(
      'Base URL of an OpenAI-compatible embeddings endpoint. By default the local starter model.',
    ),
    ANCHR_EMBEDDING_NAME: z.string().min(1).optional().describe('Embedding model.'),
    ANCHR_EMBEDDING_KEY: secret.describe('Key for the embeddings endpoint.'),
    ANCHR_EMBEDDING_DIMENSIONS: wholeNumber(1024, 8, 4_000).describe('Length of its vectors.'),
    ANCHR_EMBEDDING_MAXIMUM_TOKENS: wholeNumber(512, 32, 32_768).describe(
      'Longest input it takes.',
    ),
    ANCHR_EMBEDDING_LANGUAGES: z
      .string()
      .default('*')
      .describe('Languages it covers, as codes with commas; * for many.'),
    ANCHR_RERANK_URL: address.describe('Endpoint of the common /rerank shape; none by default.'),
    ANCHR_RERANK_NAME: z.string().min(1).optional().describe('Rerank model.'),
    ANCHR_RERANK_KEY: secret.describe('Key for the rerank endpoint.'),
    ANCHR_RERANK_SCALE: z
      .enum(['logit', 'unbounded'])
      .default('logit')
      .describe('How its scores read: logit or unbounded.'),
    ANCHR_ANSWER_MODE: z
      .enum(['STRICT', 'SUMMARY', 'EXPLORE'])
      .default('STRICT')
      .describe('How much support an answer needs: STRICT, SUMMARY or EXPLORE.'),
    ANCHR_DAILY_CALLS_PER_PERSON: wholeNumber(500, 0, 1_000_000).describe(
      'Model calls a day, each.',
    ),
    ANCHR_DAILY_CALLS: wholeNumber(5_000, 0, 10_000_000).describe('Model calls a day, workspace.'),
    ANCHR_MAXIMUM_FILE_MEGABYTES: wholeNumber(50, 1, 500).describe('Largest file that is indexed.'),
    ANCHR_INGESTIONS_AT_ONCE: wholeNumber(1, 1, 32).describe('Files parsed at the same time.'),
    ANCHR_RUNS_AT_ONCE: wholeNumber(64, 1, 1_000).describe('Questions answered at the same time.'),
  })
  .refine((s) => (s.ANCHR_MODEL_URL === undefined) === (s.ANCHR_MODEL_NAME === undefined), {
    path: ['ANCHR_MODEL_NAME'],
    message: 'ANCHR_MODEL_URL and ANCHR_MODEL_NAME go together',
  })
  .refine((s) => (s.ANCHR_EMBEDDING_URL === undefined) === (s.ANCHR_EMBEDDING_NAME === undefined), {
    path: ['ANCHR_EMBEDDING_NAME'],
    message: 'ANCHR_EMBEDDING_URL and ANCHR_EMBEDDING_NAME go together',
  });
