import { embeddedText } from '#core/domain/segment.ts';
import type { Segment } from '#core/domain/segment.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { Sha256 } from '#core/domain/ids.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';

/** Texts of one call: small enough that progress moves and a question in between waits briefly. ◦ */
const batchSize = 32;

export type EmbedUnit = {
  readonly claim: Claim;
  readonly version: DocumentVersion;
  readonly segments: readonly Segment[];
  readonly embedder: Embedder;
  readonly vectors: Pick<VectorIndex, 'reuse' | 'write'>;
  /** Segments with a vector, of all that get one. */
  readonly onProgress: (done: number, total: number) => void;
};

/** Blank text, and a picture without words, get none. */
export const isEmbedded = (segment: Segment): boolean =>
  segment.type !== 'IMAGE_VISUAL' && /[\p{L}\p{N}]/u.test(segment.body);

const batches = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Vectors of the given contents: those of unchanged text, the others made now, each text once. */
const vectorsOf = async (
  { claim, embedder, vectors }: EmbedUnit,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<{ readonly byHash: ReadonlyMap<Sha256, Float32Array>; readonly made: number }> => {
  const byContent = new Map(segments.map((segment) => [segment.contentHash, segment]));
  const { fingerprint } = embedder.profile;
  const known = await vectors.reuse(claim.workspaceId, fingerprint, [...byContent.keys()]);
  const missing = [...byContent.values()].filter(({ contentHash }) => !known.has(contentHash));
  if (missing.length === 0) return { byHash: known, made: 0 };
  const made = await embedder.embedTexts(missing.map(embeddedText), 'document', signal);
  const byHash = new Map(known);
  for (const [index, { contentHash }] of missing.entries()) {
    const vector = made[index];
    if (vector !== undefined) byHash.set(contentHash, vector);
  }
  return { byHash, made: missing.length };
};

/**
 * Vectors for every segment that gets one, batch by batch. Unchanged text is not embedded again.
 * Resolves with how many were made. Rejects with the embedder's verdicts, and `Stale`.
 */
export const embed = async (unit: EmbedUnit, signal: AbortSignal): Promise<number> => {
  const { claim, version, embedder, onProgress } = unit;
  const segments = unit.segments.filter(isEmbedded);
  let done = 0;
  let made = 0;
  onProgress(0, segments.length);
  for (const batch of batches(segments, batchSize)) {
    signal.throwIfAborted();
    const found = await vectorsOf(unit, batch, signal);
    const rows = batch.flatMap(({ id, contentHash }) => {
      const vector = found.byHash.get(contentHash);
      return vector === undefined ? [] : [{ segmentId: id, contentHash, vector }];
    });
    await unit.vectors.write(claim, version, embedder.profile.fingerprint, rows);
    done += batch.length;
    made += found.made;
    onProgress(done, segments.length);
  }
  return made;
};
