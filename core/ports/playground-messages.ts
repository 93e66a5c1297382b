import type {
  PlaygroundChannel,
  PlaygroundContent,
  PlaygroundMessage,
} from '#core/domain/playground.ts';
import type { Person, WorkspaceId } from '#core/domain/ids.ts';

export type PlaygroundMessages = {
  readonly channels: (workspaceId: WorkspaceId) => Promise<readonly PlaygroundChannel[]>;
  readonly post: (
    workspaceId: WorkspaceId,
    message: {
      readonly id: string;
      readonly channelId: string;
      readonly threadId: string | null;
      readonly author: Person | 'anchr';
      readonly content: PlaygroundContent;
    },
  ) => Promise<PlaygroundMessage>;
  /** False when the message is deleted. */
  readonly edit: (
    workspaceId: WorkspaceId,
    id: string,
    content: PlaygroundContent,
  ) => Promise<boolean>;
  /** The message and, for a root, its thread. */
  readonly remove: (workspaceId: WorkspaceId, id: string) => Promise<boolean>;
  readonly find: (workspaceId: WorkspaceId, id: string) => Promise<PlaygroundMessage | null>;
  /** Changed after `version`, ascending by version; `channelId` null: of all channels. */
  readonly since: (
    workspaceId: WorkspaceId,
    channelId: string | null,
    version: number,
    limit: number,
  ) => Promise<readonly PlaygroundMessage[]>;
};
