import { Terminal } from '#core/domain/errors.ts';
import type { Delivery } from '#core/domain/delivery.ts';
import type { PlaygroundContent } from '#core/domain/playground.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import type { Poster } from '#core/ports/poster.ts';
import { write } from './write.ts';

/** The message of a delivery is found again by an id that derives from it: a repeat edits, never posts twice. */
export const messageIdOf = (delivery: Pick<Delivery, 'id'>): string => `delivery-${delivery.id}`;

/** Shows a delivery on the local page, as one message that is edited until it says the final thing. */
export const createPlaygroundPoster = (dependencies: {
  readonly messages: Pick<PlaygroundMessages, 'find' | 'post' | 'edit'>;
}): Poster => ({
  show: async (delivery, signal) => {
    const { messages } = dependencies;
    const { workspaceId, address } = delivery;
    signal.throwIfAborted();
    const root =
      address.threadId === null ? null : await messages.find(workspaceId, address.threadId);
    if (root?.deleted === true) throw new Terminal('root-deleted', 'the thread was deleted');
    const id = messageIdOf(delivery);
    const content: PlaygroundContent = {
      kind: 'rendered',
      rendered: write(delivery.subject),
      deliveryId: delivery.id,
    };
    if ((await messages.find(workspaceId, id)) === null) {
      const { channelId, threadId } = address;
      await messages.post(workspaceId, { id, channelId, threadId, author: 'anchr', content });
    } else if (!(await messages.edit(workspaceId, id, content))) {
      throw new Terminal('root-deleted', 'the message was deleted');
    }
    return [id];
  },
});
