import type { EmbeddingProfile } from '#core/domain/embedding.ts';
import { embeddingFingerprint } from './embedder.ts';

/** As the sidecar calls it in `/ready`. */
const model = 'all-MiniLM-L6-v2-int8';
/** Of the model file that set-up checks; other weights are another profile. */
const modelSha256 = '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6';
const dimensions = 384;
/** The model's training length. Source: its model card; the sidecar refuses more. */
const maximumTokens = 256;

/** The strict one by `npm run bench:refusal`: bench/README.md, "Refusal". The others let more through. ◦ */
const supportFloors = { STRICT: 0.58, SUMMARY: 0.5, EXPLORE: 0.4 } as const;

/** The local starter model: English, 384 dimensions, served by the sidecar. */
export const starterProfile: EmbeddingProfile = {
  fingerprint: embeddingFingerprint([model, modelSha256, dimensions, maximumTokens, 'mean']),
  model,
  dimensions,
  maximumTokens,
  languages: ['en'],
  images: false,
  supportFloors,
};
