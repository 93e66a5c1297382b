import type { Sha256, WorkspaceId } from '#core/domain/ids.ts';

/** What is kept of one content: the source, a parsed window ('parse/0001'), pictures, page images. */
export type ObjectKey = {
  readonly workspaceId: WorkspaceId;
  readonly contentHash: Sha256;
  readonly what: string;
};

/** Bytes by key. A write is whole or absent: never half a file. A full disk rejects with Retryable('DISK_FULL'). */
export type ObjectStore = {
  readonly put: (key: ObjectKey, bytes: Uint8Array) => Promise<void>;
  readonly get: (key: ObjectKey) => Promise<Uint8Array | null>;
  /** `what` of all objects under the content whose name starts with `prefix`, ascending. */
  readonly list: (key: Omit<ObjectKey, 'what'>, prefix: string) => Promise<readonly string[]>;
  /** All of one content. */
  readonly removeAll: (key: Omit<ObjectKey, 'what'>) => Promise<void>;
};
