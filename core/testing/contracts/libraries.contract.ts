import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ContractCase } from '../contract.ts';
import { openLibrary } from './stores.ts';
import type { Stores } from './stores.ts';

export const librariesContract: readonly ContractCase<Pick<Stores, 'libraries'>>[] = [
  {
    name: 'makes a library for a channel once, and keeps its name up',
    run: async (stores) => {
      const first = await openLibrary(stores);
      const { workspaceId, channelId } = first;
      const again = await stores.libraries.ensure(workspaceId, 'playground', channelId, 'renamed');
      expect(again).toEqual({ ...first, name: 'renamed' });
      expect(first).toMatchObject({ platform: 'playground', name: 'general' });
    },
  },
  {
    name: 'finds a library by its id and by its channel, in its own workspace only',
    run: async (stores) => {
      const { libraries } = stores;
      const library = await openLibrary(stores);
      const other = await openLibrary(stores);
      const { workspaceId, channelId, id } = library;
      expect(await libraries.find(workspaceId, id)).toEqual(library);
      expect(await libraries.byChannel(workspaceId, 'playground', channelId)).toEqual(library);
      expect(await libraries.find(other.workspaceId, id)).toBeNull();
      expect(await libraries.byChannel(other.workspaceId, 'playground', channelId)).toBeNull();
      expect(await libraries.byChannel(workspaceId, 'slack', channelId)).toBeNull();
    },
  },
  {
    name: 'lists the libraries of one workspace, oldest first',
    run: async (stores) => {
      const first = await openLibrary(stores);
      const second = await openLibrary(stores, first.workspaceId);
      await openLibrary(stores);
      expect(await stores.libraries.list(first.workspaceId)).toEqual([first, second]);
    },
  },
  {
    name: 'takes a workspace twice, and no library without its workspace',
    run: async (stores) => {
      const workspaceId = `workspace-${randomUUID()}`;
      const ensure = () => stores.libraries.ensure(workspaceId, 'playground', 'channel', 'name');
      await expect(ensure()).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
      await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'One');
      await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'Two');
      expect(await ensure()).toMatchObject({ workspaceId, channelId: 'channel' });
    },
  },
];
