/** Identifiers are opaque strings; the aliases say which noun they name. */
export type WorkspaceId = string;
export type LibraryId = string;
export type DocumentId = string;
export type ShareId = string;
export type IngestionId = string;
export type SegmentId = string;
export type ConversationId = string;
export type TurnId = string;
export type RunId = string;
export type CitationId = string;
export type DeliveryId = string;
/** Lower-case hexadecimal SHA-256 of a file's bytes. */
export type Sha256 = string;
/** 0 means "none active"; the first real generation is 1. */
export type Generation = number;

export type Platform = 'slack' | 'discord' | 'playground';

/** Where a message lives on its platform. `threadId` null: the channel itself. */
export type Address = {
  readonly platform: Platform;
  readonly channelId: string;
  readonly threadId: string | null;
};

export type Person = { readonly id: string; readonly name: string };

/** Derived, never random: the same segment of the same generation always has the same id. */
export const segmentIdOf = (
  documentId: DocumentId,
  generation: Generation,
  order: number,
  type: string,
): SegmentId => `${documentId}.${generation}.${order}.${type}`;
