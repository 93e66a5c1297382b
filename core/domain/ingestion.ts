import type { DocumentId, Generation, IngestionId, Person, ShareId, WorkspaceId } from './ids.ts';
import type { Document } from './document.ts';
import type { Share } from './share.ts';

export const ingestionStages = [
  'RECEIVED',
  'DOWNLOADED',
  'PARSED',
  'SEGMENTED',
  'EMBEDDED',
  'INDEXED',
] as const;
/** The last stage that was committed; what comes next follows from it. */
export type IngestionStage = (typeof ingestionStages)[number];

export type IngestionStatus = 'LIVE' | 'READY' | 'FAILED' | 'SKIPPED' | 'CANCELLED';

/** Real progress within the stage under way: pages parsed, segments embedded. `total` 0: unknown. */
export type Progress = { readonly done: number; readonly total: number };

export type IngestionFailure = {
  readonly stage: IngestionStage;
  readonly code: string;
  /** For the operator; the person's sentence is made from the code. */
  readonly message: string;
};

/**
 * One file's way to a searchable generation. A `reindex` or `replace` has a document from the start;
 * a `share` gets one in the commit to DOWNLOADED. A replacement's document is the earlier one as it will
 * be: its id and active generation, with the newcomer's content and name.
 */
export type Ingestion = {
  readonly id: IngestionId;
  readonly workspaceId: WorkspaceId;
  readonly kind: 'share' | 'reindex' | 'replace';
  readonly share: Share;
  readonly document: Document | null;
  readonly stage: IngestionStage;
  readonly status: IngestionStatus;
  readonly progress: Progress;
  /** Allocated by the attempt that wrote it; another attempt allocates a new one. */
  readonly targetGeneration: Generation | null;
  readonly failure: IngestionFailure | null;
  /** Set with SKIPPED: who shared the same content first, and when. */
  readonly skippedFor: {
    readonly documentId: DocumentId;
    readonly by: Person;
    readonly at: Date;
  } | null;
  /** A live document of the same name and other content, offered for "Replace the earlier one". */
  readonly sameName: DocumentId | null;
};

/** What becomes of the bytes once their hash is known. */
export type Downloaded = {
  readonly contentHash: string;
  readonly byteSize: number;
  readonly mediaType: string;
};

export type DownloadCommit =
  | { readonly kind: 'proceed'; readonly documentId: DocumentId }
  | { readonly kind: 'skipped'; readonly documentId: DocumentId };

export type ActivationResult =
  | { readonly kind: 'activated'; readonly generation: Generation }
  /** A newer generation is active already, or the document was deleted: the target was discarded. */
  | { readonly kind: 'discarded'; readonly code: 'ACTIVATION_SUPERSEDED' | 'DOCUMENT_DELETED' };

/** How a shared message's card reads: one entry a file. */
export type CardFile = {
  readonly ingestionId: IngestionId;
  readonly shareId: ShareId;
  readonly documentId: DocumentId | null;
  readonly fileName: string;
  readonly stage: IngestionStage;
  readonly status: IngestionStatus;
  readonly progress: Progress;
  readonly failure: IngestionFailure | null;
  readonly skippedFor: Ingestion['skippedFor'];
  readonly sameName: DocumentId | null;
  readonly pageCount: number | null;
  readonly segmentCount: number | null;
  /** The document was forgotten since. */
  readonly forgotten: boolean;
};
