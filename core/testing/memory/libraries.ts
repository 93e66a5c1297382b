import { Terminal } from '#core/domain/errors.ts';
import type { Library } from '#core/domain/library.ts';
import type { Libraries } from '#core/ports/libraries.ts';

/** Libraries in memory, in the order in which they came; `workspaces` are there from the beginning. */
export const createMemoryLibraries = (...workspaces: readonly string[]): Libraries => {
  const known = new Set(workspaces);
  const held = new Map<string, Library>();
  return {
    ensureWorkspace: async (workspaceId) => {
      known.add(workspaceId);
    },
    ensure: async (workspaceId, platform, channelId, name) => {
      if (!known.has(workspaceId)) throw new Terminal('DATABASE_ERROR', 'no such workspace');
      const key = `${workspaceId}/${platform}/${channelId}`;
      const id = held.get(key)?.id ?? `library-${channelId}`;
      const library = { id, workspaceId, platform, channelId, name };
      held.set(key, library);
      return library;
    },
    find: async (workspaceId, id) =>
      [...held.values()].find((one) => one.workspaceId === workspaceId && one.id === id) ?? null,
    byChannel: async (workspaceId, platform, channelId) =>
      held.get(`${workspaceId}/${platform}/${channelId}`) ?? null,
    list: async (workspaceId) =>
      [...held.values()].filter((one) => one.workspaceId === workspaceId),
  };
};
