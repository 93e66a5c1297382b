import type { AnswerType, Outcome } from './answer.ts';
import type { CitationId, DocumentId, IngestionId, RunId } from './ids.ts';
import type { RunProgress } from './run.ts';

/**
 * What the local page shows for a delivery: plain data without HTML and without addresses, so that
 * nothing in a document can become mark-up or a link. Written by worker/playground/write.ts.
 */
export type Rendered = RenderedCard | RenderedRun | RenderedNotice;

/** A sentence of the interface in both languages; the page shows the one the reader chose. */
export type Phrase = { readonly en: string; readonly zh: string };

export type RenderedCard = {
  readonly kind: 'card';
  readonly messageId: string;
  readonly files: readonly RenderedFile[];
};

export type FileAction = 'retry' | 'replace' | 'forget' | 'cancel' | 'reindex';

export type RenderedFile = {
  readonly ingestionId: IngestionId;
  readonly documentId: DocumentId | null;
  readonly name: string;
  readonly status: 'working' | 'ready' | 'failed' | 'skipped' | 'cancelled' | 'forgotten';
  readonly step: 'received' | 'reading' | 'indexing' | 'done';
  /** Pages read, or passages indexed, of the step under way; `total` 0: not known yet. */
  readonly done: number;
  readonly total: number;
  readonly sentence: Phrase;
  /** When another person or message shared the same content first: ISO 8601. */
  readonly firstSharedAt: string | null;
  readonly replaces: DocumentId | null;
  readonly actions: readonly FileAction[];
};

export type RenderedRun = {
  readonly kind: 'run';
  readonly runId: RunId;
  readonly intent: 'answer' | 'search';
  readonly phase: RunProgress['phase'] | 'done';
  /** The status line while it works; what came of it afterwards, null where the answer says it all. */
  readonly sentence: Phrase | null;
  /** "Asked of …", null for the whole channel. */
  readonly scope: Phrase | null;
  readonly outcome: Outcome | null;
  readonly type: AnswerType | null;
  /** The answer, or what is written of it so far. */
  readonly blocks: readonly RenderedBlock[];
  /** In order of first use; exactly the labels that stand in `blocks`. */
  readonly citations: readonly RenderedCitation[];
  readonly cards: readonly RenderedResult[];
  /** Notes under the answer: what did not answer, what kind of answer this is. */
  readonly notes: readonly Phrase[];
  readonly language: string;
  readonly actions: readonly ('cancel' | 'why' | 'ask-again')[];
};

export type RenderedNotice = {
  readonly kind: 'notice';
  readonly code: string;
  readonly sentence: Phrase;
  /** Further lines, plain text. */
  readonly lines: readonly string[];
};

export type RenderedCitation = {
  readonly citationId: CitationId;
  readonly label: string;
  readonly documentName: string;
  readonly headingPath: readonly string[];
  /** 1-based; null where the format has no pages. */
  readonly page: number | null;
  readonly quote: string;
  readonly reason: string;
  readonly unconfirmed: readonly string[];
};

export type RenderedResult = {
  readonly documentId: DocumentId;
  readonly documentName: string;
  readonly hits: readonly {
    readonly citationId: CitationId;
    readonly page: number | null;
    readonly quote: string;
    readonly score: number;
  }[];
};

export type RenderedBlock =
  | { readonly kind: 'paragraph'; readonly inlines: readonly RenderedInline[] }
  | {
      readonly kind: 'heading';
      readonly level: 1 | 2 | 3 | 4 | 5 | 6;
      readonly inlines: readonly RenderedInline[];
    }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly RenderedBlock[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly RenderedBlock[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string | null }
  | {
      readonly kind: 'table';
      /** The first row is the header. */
      readonly rows: readonly (readonly (readonly RenderedInline[])[])[];
      readonly align: readonly ('left' | 'right' | 'center' | null)[];
    }
  | { readonly kind: 'rule' };

export type RenderedInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'strong' | 'emphasis' | 'deleted';
      readonly inlines: readonly RenderedInline[];
    }
  | { readonly kind: 'citation'; readonly label: string }
  | { readonly kind: 'break' };
