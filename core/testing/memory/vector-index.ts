import { Cancelled, Stale } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { SegmentVector, VectorIndex } from '#core/ports/vector-index.ts';
import type { Work } from '#core/ports/work.ts';

type Row = SegmentVector & {
  readonly workspaceId: string;
  readonly fingerprint: string;
  readonly version: DocumentVersion;
};

const isOf = (version: DocumentVersion) => (row: Row) =>
  row.version.documentId === version.documentId && row.version.generation === version.generation;

const cosine = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

/** Vectors in memory; `renew` tells whether a claim still holds. */
export const createMemoryVectorIndex = ({ renew }: Pick<Work, 'renew'>): VectorIndex => {
  const rows = new Map<string, Row>();
  const within = (workspaceId: string, fingerprint: string): readonly Row[] =>
    [...rows.values()].filter(
      (row) => row.workspaceId === workspaceId && row.fingerprint === fingerprint,
    );
  return {
    write: async (claim, version, fingerprint, vectors) => {
      if (!(await renew(claim))) throw new Stale();
      const { workspaceId } = claim;
      for (const vector of vectors) {
        rows.set(`${vector.segmentId} ${fingerprint}`, {
          ...vector,
          workspaceId,
          fingerprint,
          version,
        });
      }
    },
    reuse: async (workspaceId, fingerprint, hashes) =>
      new Map(
        within(workspaceId, fingerprint)
          .filter(({ contentHash }) => hashes.includes(contentHash))
          .map(({ contentHash, vector }) => [contentHash, vector]),
      ),
    search: async (workspaceId, fingerprint, versions, vector, limit, signal) => {
      if (signal.aborted) throw new Cancelled();
      return within(workspaceId, fingerprint)
        .filter((row) => versions.some((version) => isOf(version)(row)))
        .map((row) => ({ segmentId: row.segmentId, score: cosine(row.vector, vector) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit)
        .map((hit, index) => ({ ...hit, rank: index + 1 }));
    },
    ids: async (workspaceId, fingerprint, version) =>
      within(workspaceId, fingerprint)
        .filter(isOf(version))
        .map(({ segmentId }) => segmentId),
    remove: async (workspaceId, version) => {
      for (const [key, row] of rows) {
        if (row.workspaceId === workspaceId && isOf(version)(row)) rows.delete(key);
      }
    },
  };
};
