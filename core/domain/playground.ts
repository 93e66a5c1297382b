import type { LibraryId, Person } from './ids.ts';

/** A message of the local chat page: the table that holds these stands for a chat platform. */
export type PlaygroundMessage = {
  readonly id: string;
  readonly channelId: string;
  /** Id of the thread's root message; null at top level. */
  readonly threadId: string | null;
  readonly author: Person | 'anchr';
  readonly content: PlaygroundContent;
  /** Grows over the whole table with every post, edit and deletion: a page asks for what came after. */
  readonly version: number;
  readonly createdAt: Date;
  readonly deleted: boolean;
};

export type PlaygroundContent =
  | { readonly kind: 'text'; readonly text: string; readonly files: readonly PlaygroundFile[] }
  /** What worker/playground/write.ts made of a delivery's subject: safe HTML-free data for the page. */
  | { readonly kind: 'rendered'; readonly rendered: unknown; readonly deliveryId: string };

export type PlaygroundFile = {
  readonly fileId: string;
  readonly name: string;
  readonly byteSize: number;
  readonly contentHash: string;
};

export type PlaygroundChannel = {
  readonly channelId: string;
  readonly name: string;
  readonly libraryId: LibraryId;
};
