import { describe, expect, it } from 'vitest';
import type { Delivery } from '#core/domain/delivery.ts';
import { createMemoryPlaygroundMessages } from '#core/testing/memory/playground-messages.ts';
import { createPlaygroundPoster } from './post.ts';

const delivery = (code: string): Delivery => ({
  id: 'one',
  workspaceId: 'playground',
  address: { platform: 'playground', channelId: 'general', threadId: 'root' },
  subject: { kind: 'notice', code, detail: '', language: 'en' },
  desiredVersion: 1,
  sentVersion: 0,
  messageIds: [],
  createdAt: new Date(0),
});

const withRoot = async () => {
  const messages = createMemoryPlaygroundMessages(
    () => [],
    () => new Date(0),
  );
  await messages.post('playground', {
    id: 'root',
    channelId: 'general',
    threadId: null,
    author: { id: 'local', name: 'You' },
    content: { kind: 'text', text: 'hello', files: [] },
  });
  return { messages, poster: createPlaygroundPoster({ messages }) };
};

const { signal } = new AbortController();

describe('posting on the local page', () => {
  it('edits its own message when it is repeated, although nothing told it that it had posted', async () => {
    const { messages, poster } = await withRoot();
    const first = await poster.show(delivery('help'), signal);
    const second = await poster.show(delivery('nothing_to_stop'), signal);
    expect(second).toEqual(first);
    const own = (await messages.since('playground', null, 0, 10)).filter(
      ({ author }) => author === 'anchr',
    );
    expect(own).toHaveLength(1);
    expect(JSON.stringify(own[0]?.content)).toContain('Nothing is running here');
  });

  it('says nothing into a deleted thread', async () => {
    const { messages, poster } = await withRoot();
    await messages.remove('playground', 'root');
    await expect(poster.show(delivery('help'), signal)).rejects.toMatchObject({
      code: 'root-deleted',
    });
    expect(await messages.find('playground', 'delivery-one')).toBeNull();
  });

  it('stops when its message was deleted', async () => {
    const { messages, poster } = await withRoot();
    const [id = ''] = await poster.show(delivery('help'), signal);
    await messages.remove('playground', id);
    await expect(poster.show(delivery('help'), signal)).rejects.toMatchObject({
      code: 'root-deleted',
    });
  });
});
