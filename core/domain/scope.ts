import type { DocumentId, LibraryId } from './ids.ts';
import type { DocumentVersion } from './document.ts';

/** What a question asks to be limited to. Names are matched in the readable libraries only. */
export type ScopeRequest =
  | { readonly kind: 'library' }
  | { readonly kind: 'documents'; readonly documentIds: readonly DocumentId[] }
  /** The files that were posted with a message, also those that are still on their way when it is asked. */
  | { readonly kind: 'message'; readonly messageId: string }
  | { readonly kind: 'named'; readonly name: string };

/** A readable document with an active generation. */
export type ScopedDocument = DocumentVersion & {
  readonly name: string;
  readonly title: string | null;
};

/** Resolved once, never widened. */
export type Scope = {
  readonly libraryIds: readonly LibraryId[];
  readonly request: ScopeRequest;
  readonly documents: readonly ScopedDocument[];
  /** Files still on their way that the request would include, for "still indexing (n of m)". */
  readonly indexing: number;
};
