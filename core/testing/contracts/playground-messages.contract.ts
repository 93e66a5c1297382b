import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PlaygroundContent } from '#core/domain/playground.ts';
import type { ContractCase } from '../contract.ts';
import type { Records } from './records.ts';
import { ada, openLibrary } from './stores.ts';

const text = (words: string): PlaygroundContent => ({ kind: 'text', text: words, files: [] });
const message = (given: { readonly channelId?: string; readonly threadId?: string } = {}) => ({
  id: `message-${randomUUID()}`,
  channelId: given.channelId ?? 'general',
  threadId: given.threadId ?? null,
  author: ada,
  content: text('hello'),
});

export const playgroundMessagesContract: readonly ContractCase<
  Pick<Records, 'messages' | 'libraries'>
>[] = [
  {
    name: 'has a channel for every library of the page',
    run: async (records) => {
      const library = await openLibrary(records);
      expect(await records.messages.channels(library.workspaceId)).toEqual([
        { channelId: library.channelId, name: library.name, libraryId: library.id },
      ]);
      expect(await records.messages.channels('elsewhere')).toEqual([]);
    },
  },
  {
    name: 'gives back what was posted, by people and by Anchr, in its own workspace only',
    run: async ({ messages }) => {
      const workspaceId = randomUUID();
      const mine = message();
      const posted = await messages.post(workspaceId, mine);
      expect(posted).toEqual({
        ...mine,
        version: expect.any(Number),
        createdAt: expect.any(Date),
        deleted: false,
      });
      const answer = { ...message({ threadId: mine.id }), author: 'anchr' as const };
      await messages.post(workspaceId, answer);
      expect(await messages.find(workspaceId, mine.id)).toEqual(posted);
      expect((await messages.find(workspaceId, answer.id))?.author).toBe('anchr');
      expect(await messages.find('elsewhere', mine.id)).toBeNull();
      await expect(messages.post(workspaceId, mine)).rejects.toBeInstanceOf(Error);
    },
  },
  {
    name: 'edits what is there, and nothing that is deleted',
    run: async ({ messages }) => {
      const workspaceId = randomUUID();
      const mine = message();
      const { version } = await messages.post(workspaceId, mine);
      expect(await messages.edit(workspaceId, mine.id, text('again'))).toBe(true);
      const edited = await messages.find(workspaceId, mine.id);
      expect(edited?.content).toEqual(text('again'));
      expect(edited?.version).toBeGreaterThan(version);
      expect(await messages.edit('elsewhere', mine.id, text('no'))).toBe(false);
      await messages.remove(workspaceId, mine.id);
      expect(await messages.edit(workspaceId, mine.id, text('late'))).toBe(false);
    },
  },
  {
    name: 'removes a root with its thread, and keeps none of the words',
    run: async ({ messages }) => {
      const workspaceId = randomUUID();
      const root = message();
      const reply = message({ threadId: root.id });
      const other = message();
      for (const one of [root, reply, other]) await messages.post(workspaceId, one);
      expect(await messages.remove(workspaceId, root.id)).toBe(true);
      expect(await messages.remove(workspaceId, root.id)).toBe(false);
      for (const { id } of [root, reply]) {
        const gone = await messages.find(workspaceId, id);
        expect(gone).toMatchObject({ deleted: true, content: text('') });
      }
      expect((await messages.find(workspaceId, other.id))?.deleted).toBe(false);
    },
  },
  {
    name: 'tells what changed after a version, in order, in one channel or in all',
    run: async ({ messages }) => {
      const workspaceId = randomUUID();
      const first = message();
      const second = message({ channelId: 'other' });
      const third = message();
      for (const one of [first, second, third]) await messages.post(workspaceId, one);
      const ids = async (channelId: string | null, version: number, limit = 10) =>
        (await messages.since(workspaceId, channelId, version, limit)).map(({ id }) => id);
      expect(await ids(null, 0)).toEqual([first.id, second.id, third.id]);
      expect(await ids('general', 0)).toEqual([first.id, third.id]);
      expect(await ids(null, 0, 2)).toEqual([first.id, second.id]);
      const { version } = (await messages.find(workspaceId, third.id)) ?? { version: 0 };
      expect(await ids(null, version)).toEqual([]);
      await messages.edit(workspaceId, first.id, text('changed'));
      await messages.remove(workspaceId, second.id);
      expect(await ids(null, version)).toEqual([first.id, second.id]);
    },
  },
];
