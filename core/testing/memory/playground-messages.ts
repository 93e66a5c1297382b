import type { PlaygroundChannel, PlaygroundMessage } from '#core/domain/playground.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';

/** The table that stands for the platform, in memory: one workspace. */
export const createMemoryPlaygroundMessages = (
  channels: () => readonly PlaygroundChannel[],
  now: () => Date,
): PlaygroundMessages => {
  const held = new Map<string, PlaygroundMessage>();
  let version = 0;
  const keep = (message: Omit<PlaygroundMessage, 'version'>): PlaygroundMessage => {
    version += 1;
    const kept = { ...message, version };
    held.set(kept.id, kept);
    return kept;
  };
  return {
    channels: async () => channels(),
    post: async (_workspaceId, message) => {
      if (held.has(message.id)) throw new Error(`posted twice: ${message.id}`);
      return keep({ ...message, createdAt: now(), deleted: false });
    },
    edit: async (_workspaceId, id, content) => {
      const message = held.get(id);
      if (message === undefined || message.deleted) return false;
      keep({ ...message, content });
      return true;
    },
    remove: async (_workspaceId, id) => {
      const message = held.get(id);
      if (message === undefined || message.deleted) return false;
      const thread = [...held.values()].filter((one) => one.id === id || one.threadId === id);
      for (const one of thread) {
        keep({ ...one, deleted: true, content: { kind: 'text', text: '', files: [] } });
      }
      return true;
    },
    find: async (_workspaceId, id) => held.get(id) ?? null,
    since: async (_workspaceId, channelId, after, limit) =>
      [...held.values()]
        .filter((one) => one.version > after && (channelId ?? one.channelId) === one.channelId)
        .toSorted((a, b) => a.version - b.version)
        .slice(0, limit),
  };
};
