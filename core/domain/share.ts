import type { Address, DocumentId, LibraryId, Person, ShareId, WorkspaceId } from './ids.ts';

/** One posting of one file. A document is forgotten with its last share. */
export type Share = {
  readonly id: ShareId;
  readonly workspaceId: WorkspaceId;
  readonly libraryId: LibraryId;
  readonly documentId: DocumentId | null;
  readonly address: Address;
  /** The platform's message and file id: delivered twice, it is one share. */
  readonly messageId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly sharedBy: Person;
  readonly sharedAt: Date;
};

export type NewShare = Omit<Share, 'id' | 'documentId' | 'sharedAt'>;
