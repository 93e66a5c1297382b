import type { DocumentVersion } from '#core/domain/document.ts';
import type { KeywordIndex, SegmentTerms } from '#core/ports/keyword-index.ts';

type Row = SegmentTerms & { readonly workspaceId: string; readonly version: DocumentVersion };

const isOf = (version: DocumentVersion) => (row: Row) =>
  row.version.documentId === version.documentId && row.version.generation === version.generation;

/** Terms in memory; what was written is seen only after a refresh. Scores are sums of weights. */
export const createMemoryKeywordIndex = (): KeywordIndex => {
  const written = new Map<string, Row>();
  let seen: readonly Row[] = [];
  const within = (workspaceId: string): readonly Row[] =>
    seen.filter((row) => row.workspaceId === workspaceId);
  return {
    write: async (workspaceId, version, segments) => {
      for (const one of segments) written.set(one.segmentId, { ...one, workspaceId, version });
    },
    refresh: async () => {
      seen = [...written.values()];
    },
    search: async (workspaceId, versions, query, limit) =>
      within(workspaceId)
        .filter((row) => versions.some((version) => isOf(version)(row)))
        .map(({ segmentId, terms }) => ({
          segmentId,
          score: query.reduce(
            (sum, { term, weight }) => sum + (terms.includes(term) ? weight : 0),
            0,
          ),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit)
        .map((hit, index) => ({ ...hit, rank: index + 1 })),
    frequencies: async (workspaceId, terms) => ({
      total: within(workspaceId).length,
      counts: new Map(
        terms.map((term) => [
          term,
          within(workspaceId).filter((row) => row.terms.includes(term)).length,
        ]),
      ),
    }),
    ids: async (workspaceId, version) =>
      within(workspaceId)
        .filter(isOf(version))
        .map(({ segmentId }) => segmentId),
    remove: async (workspaceId, version) => {
      for (const [key, row] of written) {
        if (row.workspaceId === workspaceId && isOf(version)(row)) written.delete(key);
      }
      seen = [...written.values()];
    },
  };
};
