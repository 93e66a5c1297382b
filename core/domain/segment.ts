import type { Box } from './parsed.ts';
import type { DocumentId, Generation, SegmentId, Sha256 } from './ids.ts';

export const segmentTypes = [
  'TEXT',
  'TABLE',
  'IMAGE_OCR',
  'DOCUMENT_IMAGE',
  'IMAGE_VISUAL',
] as const;
export type SegmentType = (typeof segmentTypes)[number];

/** A retrievable passage. Ids derive from (document, generation, order, type). */
export type Segment = {
  readonly id: SegmentId;
  readonly documentId: DocumentId;
  readonly generation: Generation;
  /** Position in the document, from 0; neighbours are found by it. */
  readonly order: number;
  readonly type: SegmentType;
  /** "title › heading › heading"; shown to models and embedded before the body. */
  readonly header: string;
  readonly headingPath: readonly string[];
  readonly body: string;
  /** 1-based, ascending; empty where the format has no pages. */
  readonly pages: readonly number[];
  readonly boxes: readonly Box[];
  /** SHA-256 of header and body: unchanged text is not embedded again. */
  readonly contentHash: Sha256;
  /** Tokens of header and body by the embedding profile's own count. */
  readonly tokenCount: number;
  /** Number of the stored picture for DOCUMENT_IMAGE, else null. */
  readonly picture: number | null;
};

/** A segment before a generation was allocated for it. */
export type DraftSegment = Omit<Segment, 'id' | 'documentId' | 'generation'>;

/** A segment as the gate confirmed it, with what a reader needs to know about its document. */
export type ConfirmedSegment = Segment & {
  readonly documentName: string;
  readonly documentTitle: string | null;
  readonly fileName: string;
  readonly sourceHash: Sha256;
};

/** What the embedder reads. */
export const embeddedText = (segment: Pick<Segment, 'header' | 'body'>): string =>
  segment.header === '' ? segment.body : `${segment.header}\n${segment.body}`;
