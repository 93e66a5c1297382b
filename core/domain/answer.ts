import type { Box } from './parsed.ts';
import type { CitationId, DocumentId, Generation, SegmentId, Sha256 } from './ids.ts';

export type Outcome =
  | 'ANSWERED'
  | 'NO_EVIDENCE'
  | 'GENERATION_FAILED'
  | 'RETRIEVAL_FAILED'
  | 'PROCESSING'
  | 'NO_MATERIAL'
  | 'UNFINISHED'
  | 'CANCELLED';

export type AnswerType = 'KNOWLEDGE' | 'QUOTATION' | 'CHAT' | 'CLARIFICATION';

/** Why an outcome is what it is; the sentence for the person is made from it. */
export type OutcomeReason =
  | 'nothing_indexed'
  | 'scope_empty'
  | 'empty_question'
  | 'question_too_long'
  | 'no_grounding_passage'
  | 'evidence_too_weak'
  | 'model_declared_no_evidence'
  | 'model_unavailable'
  | 'invalid_model_response'
  | 'missing_citation'
  | 'invalid_citation'
  | 'daily_cap'
  | 'no_leg_answered'
  | 'document_deleted'
  | 'interrupted'
  | 'internal';

export type AnswerMode = 'STRICT' | 'SUMMARY' | 'EXPLORE';

/** A passage registered for this run. Only these may be cited. Numbered from 1. */
export type Evidence = {
  readonly number: number;
  readonly segmentId: SegmentId;
  readonly documentId: DocumentId;
  readonly generation: Generation;
  readonly documentName: string;
  readonly fileName: string;
  readonly sourceHash: Sha256;
  readonly header: string;
  readonly headingPath: readonly string[];
  /** The passage itself: what a citation rests on. */
  readonly body: string;
  /** The passage with its neighbours, as shown to the model. */
  readonly context: string;
  readonly pages: readonly number[];
  readonly boxes: readonly Box[];
  readonly matchReason: string;
};

/** Evidence that the answer used, resolvable by source hash, page and boxes after a re-index. */
export type Citation = {
  readonly id: CitationId;
  /** "document-passage" in order of first use: 1-1, 2-1, 1-2. */
  readonly label: string;
  readonly documentId: DocumentId;
  readonly documentName: string;
  readonly fileName: string;
  readonly sourceHash: Sha256;
  readonly segmentId: SegmentId;
  readonly generation: Generation;
  /** 1-based; null where the format has no pages. */
  readonly page: number | null;
  readonly boxes: readonly Box[];
  readonly headingPath: readonly string[];
  /** The cited words, from the passage. */
  readonly quote: string;
  readonly reason: string;
  /** Numbers, identifiers, quotations of the cited sentence that the passage does not contain. */
  readonly unconfirmed: readonly string[];
};

/** A result card: guides reading, is not evidence. `url` is added by whoever renders it. */
export type CardHit = {
  readonly citationId: CitationId;
  readonly segmentId: SegmentId;
  readonly page: number | null;
  readonly quote: string;
  readonly score: number;
};
export type ResultCard = {
  readonly documentId: DocumentId;
  readonly documentName: string;
  readonly fileName: string;
  readonly hits: readonly CardHit[];
};

/** What a finished run says. `markdown` cites as `[^1-1]`; the footer is made from `citations`. */
export type Answer = {
  readonly outcome: Outcome;
  readonly reason: OutcomeReason | null;
  readonly type: AnswerType | null;
  readonly markdown: string;
  readonly citations: readonly Citation[];
  readonly cards: readonly ResultCard[];
  /** ISO 639-1 of the question: fixed sentences follow it. */
  readonly language: string;
  /** Named parts that did not answer: 'keyword', 'vector', 'rewrite', 'rerank'. */
  readonly degraded: readonly string[];
  /** Files that were still on their way when it was searched, of all that were meant; null for none. */
  readonly stillIndexing: StillIndexing | null;
};

export type StillIndexing = { readonly files: number; readonly of: number };
