import type { PlaygroundChannel, PlaygroundMessage } from '#core/domain/playground.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';

type Held = PlaygroundMessage & { readonly workspaceId: string };

/** The table that stands for the platform, in memory. */
export const createMemoryPlaygroundMessages = (
  channels: (
    workspaceId: string,
  ) => readonly PlaygroundChannel[] | Promise<readonly PlaygroundChannel[]>,
  now: () => Date,
): PlaygroundMessages => {
  const held = new Map<string, Held>();
  let version = 0;
  const keep = (message: Omit<Held, 'version'>): PlaygroundMessage => {
    version += 1;
    const kept = { ...message, version };
    held.set(kept.id, kept);
    return shown(kept);
  };
  const find = (workspaceId: string, id: string): Held | undefined => {
    const message = held.get(id);
    return message?.workspaceId === workspaceId ? message : undefined;
  };
  return {
    channels: async (workspaceId) => channels(workspaceId),
    post: async (workspaceId, message) => {
      if (held.has(message.id)) throw new Error(`posted twice: ${message.id}`);
      return keep({ ...message, workspaceId, createdAt: now(), deleted: false });
    },
    edit: async (workspaceId, id, content) => {
      const message = find(workspaceId, id);
      if (message === undefined || message.deleted) return false;
      keep({ ...message, content });
      return true;
    },
    remove: async (workspaceId, id) => {
      const message = find(workspaceId, id);
      if (message === undefined || message.deleted) return false;
      const thread = [...held.values()].filter((one) => one.id === id || one.threadId === id);
      for (const one of thread) {
        keep({ ...one, deleted: true, content: { kind: 'text', text: '', files: [] } });
      }
      return true;
    },
    find: async (workspaceId, id) => {
      const message = find(workspaceId, id);
      return message === undefined ? null : shown(message);
    },
    since: async (workspaceId, channelId, after, limit) =>
      [...held.values()]
        .filter((one) => one.workspaceId === workspaceId && one.version > after)
        .filter((one) => (channelId ?? one.channelId) === one.channelId)
        .toSorted((a, b) => a.version - b.version)
        .slice(0, limit)
        .map(shown),
  };
};

const shown = (held: Held): PlaygroundMessage => {
  const { workspaceId: _workspaceId, ...message } = held;
  return message;
};
