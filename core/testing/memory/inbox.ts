import { Stale } from '#core/domain/errors.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Inbox, InboxRow } from '#core/ports/inbox.ts';
import type { Work } from '#core/ports/work.ts';

type Held = {
  readonly row: InboxRow;
  readonly workspaceId: string;
  readonly status: 'live' | 'done' | 'abandoned';
  readonly claim: Claim | null;
  readonly attempt: number;
};

export type MemoryInbox = Inbox & {
  readonly work: Pick<Work, 'claim' | 'renew' | 'defer' | 'nextDueMs'>;
  readonly rows: () => readonly { readonly key: string; readonly status: Held['status'] }[];
};

/** Inbox rows with their claims, in memory; leases do not run out and due times are at once. */
export const createMemoryInbox = (): MemoryInbox => {
  const held = new Map<string, Held>();
  const under = (claim: Claim): Held => {
    const found = held.get(claim.id);
    if (found?.status !== 'live' || found.claim?.sequence !== claim.sequence) throw new Stale();
    return found;
  };
  const idle = (one: Held): boolean => one.status === 'live' && one.claim === null;
  return {
    receive: async (workspaceId, { platform, key, kind, payload }) => {
      const id = `${workspaceId}/${platform}/${key}`;
      if (held.has(id)) return { id, duplicate: true };
      // As a database would keep it.
      const stored: unknown = JSON.parse(JSON.stringify(payload));
      const row = { id, platform, key, kind, payload: stored, receivedAt: new Date(0) };
      held.set(id, { row, workspaceId, status: 'live', claim: null, attempt: 0 });
      return { id, duplicate: false };
    },
    load: async (claim) => under(claim).row,
    complete: async (claim) => {
      held.set(claim.id, { ...under(claim), status: 'done' });
    },
    abandon: async (claim) => {
      held.set(claim.id, { ...under(claim), status: 'abandoned' });
    },
    rows: () => [...held.values()].map(({ row, status }) => ({ key: row.key, status })),
    work: {
      claim: async (kind, owner, limit) =>
        [...held.values()]
          .filter(idle)
          .slice(0, limit)
          .map((one) => {
            const attempt = one.attempt + 1;
            const { workspaceId, row } = one;
            const claim = { kind, id: row.id, workspaceId, owner, sequence: attempt, attempt };
            held.set(row.id, { ...one, claim, attempt });
            return claim;
          }),
      renew: async ({ id, sequence }) => {
        const one = held.get(id);
        return one?.status === 'live' && one.claim?.sequence === sequence;
      },
      defer: async (claim) => {
        held.set(claim.id, { ...under(claim), claim: null });
      },
      nextDueMs: async () => ([...held.values()].some(idle) ? 0 : null),
    },
  };
};
