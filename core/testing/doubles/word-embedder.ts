import { createHash } from 'node:crypto';
import { Terminal } from '#core/domain/errors.ts';
import type { EmbeddingProfile } from '#core/domain/embedding.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import { countWords } from '#core/testing/count-words.ts';

const dimensions = 384;

const profile: EmbeddingProfile = {
  fingerprint: 'words-1',
  model: 'words',
  dimensions,
  maximumTokens: 256,
  languages: ['*'],
  images: false,
  supportFloors: { STRICT: 0.45, SUMMARY: 0.38, EXPLORE: 0.28 },
};

export type WordEmbedder = Embedder & { readonly embedded: string[] };

const vectorOf = (text: string): Float32Array => {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const [first = 0, second = 0] = createHash('sha256').update(word).digest();
    const at = (first * 256 + second) % dimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

/** Texts with the same words are near each other. Remembers what it was asked for. */
export const createWordEmbedder = (changed: Partial<EmbeddingProfile> = {}): WordEmbedder => {
  const embedded: string[] = [];
  const own = { ...profile, ...changed };
  return {
    embedded,
    profile: own,
    countTokens: countWords,
    embedTexts: async (texts, _purpose, signal) => {
      signal.throwIfAborted();
      for (const text of texts) {
        if (countWords(text) > own.maximumTokens) throw new Terminal('INPUT_TOO_LONG', 'too long');
      }
      embedded.push(...texts);
      return texts.map(vectorOf);
    },
    embedImages: async () => {
      throw new Terminal('IMAGES_UNSUPPORTED', 'words only');
    },
  };
};
