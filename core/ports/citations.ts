import type { Citation } from '#core/domain/answer.ts';
import type { CitationId } from '#core/domain/ids.ts';
import type { Library } from '#core/domain/library.ts';

export type ResolvedCitation =
  | {
      readonly kind: 'open';
      readonly workspaceId: string;
      readonly library: Library;
      readonly citation: Citation;
      readonly pageCount: number;
      readonly mediaType: string;
      /** The document has a newer generation of other content: shown under a banner. */
      readonly superseded: boolean;
    }
  /** Forgotten, or never there: the same words, nothing of it is told. */
  | { readonly kind: 'gone' };

/** Citation and card links: opaque ids that hold no rights. */
export type Citations = {
  readonly resolve: (citationId: CitationId) => Promise<ResolvedCitation>;
};
