import type { EmbeddingProfile } from '#core/domain/embedding.ts';

export type Embedder = {
  readonly profile: EmbeddingProfile;
  /** Tokens of a text by the profile's own count (or a safe estimate), special tokens included. */
  readonly countTokens: (text: string) => number;
  /** L2-normalised, in order. Input over the maximum rejects with Terminal('INPUT_TOO_LONG'). */
  readonly embedTexts: (
    texts: readonly string[],
    purpose: 'document' | 'query',
    signal: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
  /** PNG or JPEG bytes; rejects with Terminal('IMAGES_UNSUPPORTED') where the profile has none. */
  readonly embedImages: (
    images: readonly Uint8Array[],
    signal: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
};
