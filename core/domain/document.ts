import type { DocumentId, Generation, LibraryId, Sha256, WorkspaceId } from './ids.ts';

/** One content (SHA-256) within one library. Unique among live documents only. */
export type Document = {
  readonly id: DocumentId;
  readonly workspaceId: WorkspaceId;
  readonly libraryId: LibraryId;
  readonly name: string;
  readonly title: string | null;
  readonly contentHash: Sha256;
  readonly mediaType: string;
  readonly byteSize: number;
  /** Pages of the active generation; 0 where the format has none, null before it was parsed. */
  readonly pageCount: number | null;
  readonly activeGeneration: Generation;
  readonly published: boolean;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
};

/** One version that a question may see: recall and gate use nothing else. */
export type DocumentVersion = {
  readonly documentId: DocumentId;
  readonly generation: Generation;
};

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Names as people write them: upper or lower case, full width or not. */
export const sameName = (one: string, other: string): boolean => folded(one) === folded(other);

/** Whether a person means this document by the name: its file's or its title. */
export const isCalled = (document: Pick<Document, 'name' | 'title'>, name: string): boolean =>
  sameName(document.name, name) || (document.title !== null && sameName(document.title, name));
