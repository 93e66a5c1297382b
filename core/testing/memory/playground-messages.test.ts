import { describe, expect, it } from 'vitest';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import type { ContractCase } from '../contract.ts';
import { keepsContract, unnoticedLies } from '../contract.ts';
import { playgroundMessagesContract } from '../contracts/playground-messages.contract.ts';
import { createMemoryLibraries } from './libraries.ts';
import { createMemoryPlaygroundMessages } from './playground-messages.ts';

const libraries = createMemoryLibraries();
const create = (): PlaygroundMessages =>
  createMemoryPlaygroundMessages(
    async (workspaceId) =>
      (await libraries.list(workspaceId)).map(({ id, channelId, name }) => ({
        channelId,
        name,
        libraryId: id,
      })),
    () => new Date(0),
  );
const cases = playgroundMessagesContract.map(({ name, run }): ContractCase<PlaygroundMessages> => ({
  name,
  run: (messages) => run({ messages, libraries }),
}));

describe('messages of the page in memory', () => {
  keepsContract(cases, create);

  it('are promised by a contract that notices every method that does nothing', async () => {
    const methods = ['channels', 'post', 'edit', 'remove', 'find', 'since'] as const;
    expect(await unnoticedLies(cases, create, methods)).toEqual([]);
  });
});
