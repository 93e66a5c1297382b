import type { DocumentId, LibraryId } from './ids.ts';
import type { DocumentVersion } from './document.ts';

/** What a question asks to be limited to. Names are matched in the readable libraries only. */
export type ScopeRequest =
  | { readonly kind: 'library' }
  | { readonly kind: 'documents'; readonly documentIds: readonly DocumentId[] }
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
  /** Documents still on their way into these libraries, for "still indexing (n of m)". */
  readonly indexing: number;
};
