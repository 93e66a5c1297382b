import type { ObjectKey, ObjectStore } from '#core/ports/object-store.ts';

const nameOf = ({ workspaceId, contentHash, what }: ObjectKey): string =>
  `${workspaceId}/${contentHash}/${what}`;

/** Objects in memory. */
export const createMemoryObjectStore = (): ObjectStore => {
  const held = new Map<string, { readonly key: ObjectKey; readonly bytes: Uint8Array }>();
  return {
    put: async (key, bytes) => {
      held.set(nameOf(key), { key, bytes: Uint8Array.from(bytes) });
    },
    get: async (key) => held.get(nameOf(key))?.bytes ?? null,
    list: async ({ workspaceId, contentHash }, prefix) =>
      [...held.values()]
        .map(({ key }) => key)
        .filter((key) => key.workspaceId === workspaceId && key.contentHash === contentHash)
        .map(({ what }) => what)
        .filter((what) => what.startsWith(prefix))
        .toSorted(),
    removeAll: async ({ workspaceId, contentHash }) => {
      for (const [name, { key }] of held) {
        if (key.workspaceId === workspaceId && key.contentHash === contentHash) held.delete(name);
      }
    },
  };
};
