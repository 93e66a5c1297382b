import type { Library } from '#core/domain/library.ts';
import type { Libraries } from '#core/ports/libraries.ts';

/** One workspace's libraries in memory. */
export const createMemoryLibraries = (): Libraries => {
  const held = new Map<string, Library>();
  return {
    ensureWorkspace: async () => undefined,
    ensure: async (workspaceId, platform, channelId, name) => {
      const library = { id: `library-${channelId}`, workspaceId, platform, channelId, name };
      held.set(channelId, library);
      return library;
    },
    find: async (_workspaceId, id) => [...held.values()].find((one) => one.id === id) ?? null,
    byChannel: async (_workspaceId, _platform, channelId) => held.get(channelId) ?? null,
    list: async () => [...held.values()],
  };
};
