import { Cancelled } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import { inverseFrequency } from '#core/text/overlap.ts';
import type { KeywordIndex, SegmentTerms } from '#core/ports/keyword-index.ts';

type Row = SegmentTerms & { readonly workspaceId: string; readonly version: DocumentVersion };

const isOf = (version: DocumentVersion) => (row: Row) =>
  row.version.documentId === version.documentId && row.version.generation === version.generation;

/** Terms in memory; what was written is seen only after a refresh. Scores are sums of weighted rarity. */
export const createMemoryKeywordIndex = (): KeywordIndex => {
  const written = new Map<string, Row>();
  let seen: readonly Row[] = [];
  const within = (workspaceId: string): readonly Row[] =>
    seen.filter((row) => row.workspaceId === workspaceId);
  const holding = (term: string, workspaceId: string): number =>
    within(workspaceId).filter(({ terms }) => terms.includes(term)).length;
  const rarity = (term: string, workspaceId: string): number =>
    inverseFrequency(holding(term, workspaceId), within(workspaceId).length);
  return {
    write: async (workspaceId, version, segments) => {
      for (const one of segments) written.set(one.segmentId, { ...one, workspaceId, version });
    },
    refresh: async () => {
      seen = [...written.values()];
    },
    search: async (workspaceId, versions, query, limit, signal) => {
      if (signal.aborted) throw new Cancelled();
      const masses = query.map(({ term, weight }) => ({
        term,
        mass: weight * rarity(term, workspaceId),
      }));
      const inScope = within(workspaceId).filter((row) =>
        versions.some((version) => isOf(version)(row)),
      );
      return inScope
        .map(({ segmentId, terms }) => ({
          segmentId,
          score: masses.reduce((sum, { term, mass }) => sum + (terms.includes(term) ? mass : 0), 0),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit)
        .map((hit, index) => ({ ...hit, rank: index + 1 }));
    },
    frequencies: async (workspaceId, terms) => ({
      total: within(workspaceId).length,
      counts: new Map(terms.map((term) => [term, holding(term, workspaceId)])),
    }),
    ids: async (workspaceId, version) =>
      within(workspaceId)
        .filter(isOf(version))
        .map(({ segmentId }) => segmentId),
    remove: async (workspaceId, version) => {
      const isGone = (row: Row): boolean => row.workspaceId === workspaceId && isOf(version)(row);
      for (const [key, row] of written) if (isGone(row)) written.delete(key);
      seen = seen.filter((row) => !isGone(row));
    },
  };
};
