import { Retryable } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { SegmentId, WorkspaceId } from '#core/domain/ids.ts';
import type { Segment } from '#core/domain/segment.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { KeywordIndex, SegmentTerms } from '#core/ports/keyword-index.ts';
import type { Segments } from '#core/ports/segments.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';
import { weightedTerms } from '#core/text/analysis/weighted-terms.ts';
import { isEmbedded } from './3-embed.ts';

/** Segments of one write; analysing more at once would hold up whoever shares the thread. ◦ */
const batchSize = 50;

export type IndexUnit = {
  readonly workspaceId: WorkspaceId;
  readonly version: DocumentVersion;
  readonly segments: readonly Segment[];
  readonly title: string;
  readonly fileName: string;
  readonly embedder: Pick<Embedder, 'profile'>;
  readonly store: Pick<Segments, 'ids'>;
  readonly vectors: Pick<VectorIndex, 'ids'>;
  readonly keywords: Pick<KeywordIndex, 'write' | 'refresh' | 'ids'>;
};

const termsOf = (
  { title, fileName }: IndexUnit,
  segments: readonly Segment[],
): readonly SegmentTerms[] =>
  segments
    .filter(({ type }) => type !== 'IMAGE_VISUAL')
    .map(({ id, headingPath, body }) => ({
      segmentId: id,
      terms: weightedTerms({ title, headings: headingPath, fileName, body }),
    }))
    .filter(({ terms }) => terms.length > 0);

const differs = (expected: readonly SegmentId[], found: readonly SegmentId[]): boolean => {
  const held = new Set(found);
  return held.size !== expected.length || expected.some((id) => !held.has(id));
};

/** Exactly the ids that belong there, no more and no less, and at least one. */
const verify = async (unit: IndexUnit, indexed: readonly SegmentId[]): Promise<void> => {
  const { workspaceId, version, segments, store, vectors, keywords, embedder } = unit;
  const { fingerprint } = embedder.profile;
  const embedded = segments.filter(isEmbedded).map(({ id }) => id);
  const all = segments.map(({ id }) => id);
  const wrong = [
    all.length === 0 || differs(all, await store.ids(workspaceId, version)) ? 'segments' : '',
    differs(embedded, await vectors.ids(workspaceId, fingerprint, version)) ? 'vectors' : '',
    differs(indexed, await keywords.ids(workspaceId, version)) ? 'full text' : '',
  ].filter((name) => name !== '');
  if (wrong.length > 0) {
    throw new Retryable('INDEX_INCOMPLETE', `not what belongs there: ${wrong.join(', ')}`);
  }
};

/**
 * Writes the terms of every segment and checks, after a refresh, that each store holds what it should.
 * Rejects with Retryable('INDEX_INCOMPLETE') where one does not.
 */
export const index = async (unit: IndexUnit, signal: AbortSignal): Promise<void> => {
  const { workspaceId, version, segments, keywords } = unit;
  const indexed: SegmentId[] = [];
  for (let from = 0; from < segments.length; from += batchSize) {
    signal.throwIfAborted();
    const terms = termsOf(unit, segments.slice(from, from + batchSize));
    await keywords.write(workspaceId, version, terms);
    indexed.push(...terms.map(({ segmentId }) => segmentId));
  }
  await keywords.refresh();
  await verify(unit, indexed);
};
