import type { Document } from '#core/domain/document.ts';
import type { Share } from '#core/domain/share.ts';
import type { DocumentId, LibraryId, Person, WorkspaceId } from '#core/domain/ids.ts';

export type DocumentListing = Document & {
  readonly shares: readonly Share[];
  readonly segmentCount: number;
};

export type Documents = {
  /** Live documents only; null for missing, forgotten and other workspaces' alike. */
  readonly find: (workspaceId: WorkspaceId, documentId: DocumentId) => Promise<Document | null>;
  readonly list: (
    workspaceId: WorkspaceId,
    libraryId: LibraryId,
  ) => Promise<readonly DocumentListing[]>;
  /**
   * One transaction: deletes the document and its shares, cancels its live ingestions, blanks its passages, quotes and
   * trace text, makes its card say so, writes its clean-up row. False when there was nothing to forget.
   */
  readonly forget: (
    workspaceId: WorkspaceId,
    documentId: DocumentId,
    by: Person,
  ) => Promise<boolean>;
  readonly publish: (
    workspaceId: WorkspaceId,
    documentId: DocumentId,
    published: boolean,
  ) => Promise<boolean>;
};
