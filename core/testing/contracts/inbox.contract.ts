import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import { claimOf, claimsIn, openLibrary } from './stores.ts';
import type { Stores } from './stores.ts';

const row = (key: string, text = 'hello') =>
  ({ platform: 'playground', key, kind: 'message', payload: { text, list: [1, null] } }) as const;

type InboxStores = Pick<Stores, 'inbox' | 'libraries'> & {
  readonly work: Pick<Stores['work'], 'claim' | 'renew'>;
};

export const inboxContract: readonly ContractCase<InboxStores>[] = [
  {
    name: 'gives a claimed row back as it was received',
    run: async (stores) => {
      const { workspaceId } = await openLibrary(stores);
      const key = randomUUID();
      const { id, duplicate } = await stores.inbox.receive(workspaceId, row(key, 'wörter "\\n"'));
      expect(duplicate).toBe(false);
      const claim = await claimOf(stores, 'inbox', id);
      const { receivedAt, ...loaded } = await stores.inbox.load(claim);
      expect(loaded).toEqual({ id, ...row(key, 'wörter "\\n"') });
      expect(receivedAt).toBeInstanceOf(Date);
    },
  },
  {
    name: 'is one row however often the same event comes, also after it was done',
    run: async (stores) => {
      const { workspaceId } = await openLibrary(stores);
      const other = await openLibrary(stores);
      const key = randomUUID();
      const { id } = await stores.inbox.receive(workspaceId, row(key));
      expect(await stores.inbox.receive(workspaceId, row(key, 'again'))).toEqual({
        id,
        duplicate: true,
      });
      await stores.inbox.complete(await claimOf(stores, 'inbox', id));
      expect(await stores.inbox.receive(workspaceId, row(key))).toMatchObject({ duplicate: true });
      expect(await claimsIn(stores, 'inbox', workspaceId)).toEqual([]);
      const elsewhere = await stores.inbox.receive(other.workspaceId, row(key));
      expect(elsewhere.duplicate).toBe(false);
    },
  },
  {
    name: 'is claimed in the order in which it came',
    run: async (stores) => {
      const { workspaceId } = await openLibrary(stores);
      const ids: string[] = [];
      for (let number = 0; number < 12; number += 1) {
        ids.push((await stores.inbox.receive(workspaceId, row(`${number}`))).id);
      }
      const claims = await claimsIn(stores, 'inbox', workspaceId);
      expect(claims.map((claim) => claim.id)).toEqual(ids);
    },
  },
  {
    name: 'is not handed out again once it is completed or given up',
    run: async (stores) => {
      const { workspaceId } = await openLibrary(stores);
      const done = await stores.inbox.receive(workspaceId, row(randomUUID()));
      const given = await stores.inbox.receive(workspaceId, row(randomUUID()));
      const claims = await claimsIn(stores, 'inbox', workspaceId);
      const [first, second] = claims;
      if (first === undefined || second === undefined) throw new Error('both are due');
      expect([first.id, second.id]).toEqual([done.id, given.id]);
      await stores.inbox.complete(first);
      await stores.inbox.abandon(second, 'not understood');
      for (const claim of claims) {
        expect(await stores.work.renew(claim)).toBe(false);
        await expect(stores.inbox.complete(claim)).rejects.toBeInstanceOf(Stale);
        await expect(stores.inbox.abandon(claim, 'late')).rejects.toBeInstanceOf(Stale);
        await expect(stores.inbox.load(claim)).rejects.toBeInstanceOf(Stale);
      }
    },
  },
];
