import type { DocumentId, SegmentId } from './ids.ts';
import type { ScopeRequest } from './scope.ts';

export type LegName = 'keyword' | 'vector' | 'picture';

/** One hit of one leg; `rank` from 1, `score` as the engine gave it (higher is better). */
export type LegHit = {
  readonly segmentId: SegmentId;
  readonly rank: number;
  readonly score: number;
};

export type LegTrace = {
  readonly leg: LegName;
  readonly status: 'answered' | 'failed' | 'left-out';
  /** Why it failed or was left out. */
  readonly note: string | null;
  readonly tookMs: number;
  readonly hits: readonly LegHit[];
};

/** How an answer was found; kept 90 days, shown by "How I found this" and `why`. */
export type Trace = {
  readonly question: string;
  readonly query: string;
  readonly keywords: readonly string[];
  readonly rewrite: 'none' | 'model' | 'history' | 'failed';
  readonly scope: { readonly request: ScopeRequest; readonly documents: number };
  readonly legs: readonly LegTrace[];
  readonly fused: readonly {
    readonly segmentId: SegmentId;
    readonly score: number;
    readonly legs: readonly LegName[];
  }[];
  readonly gated: readonly { readonly segmentId: SegmentId; readonly why: string }[];
  readonly rerank: { readonly status: 'none' | 'applied' | 'failed'; readonly note: string | null };
  readonly evidence: readonly SegmentId[];
  /** Absolute signals that the refusal was decided on. */
  readonly signals: {
    readonly bestCosine: number | null;
    readonly coverage: number | null;
    readonly nameFound: boolean;
    readonly refused: string | null;
  };
  /** What a reader may see of each segment named above. Blanked when its document is forgotten. */
  readonly passages: Readonly<
    Record<
      SegmentId,
      {
        readonly documentId: DocumentId;
        readonly documentName: string;
        readonly page: number | null;
        readonly excerpt: string;
      }
    >
  >;
  readonly promptVersion: string | null;
  readonly model: string | null;
  readonly modelCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly validationErrors: readonly string[];
  readonly timingsMs: Readonly<Record<string, number>>;
};
