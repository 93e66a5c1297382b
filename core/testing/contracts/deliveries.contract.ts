import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { Delivery } from '#core/domain/delivery.ts';
import type { Library } from '#core/domain/library.ts';
import type { Claim } from '#core/domain/work.ts';
import type { ContractCase } from '../contract.ts';
import { answering, ask, doneWith } from './records.ts';
import type { Records } from './records.ts';
import { activation, ada, claimsIn, index, openLibrary, shareFile } from './stores.ts';

type Due = { readonly claim: Claim; readonly delivery: Delivery };

const dueIn = async (records: Records, library: Library): Promise<readonly Due[]> => {
  const claims = await claimsIn(records, 'delivery', library.workspaceId);
  return Promise.all(
    claims.map(async (claim) => ({ claim, delivery: await records.deliveries.load(claim) })),
  );
};

const only = async (records: Records, library: Library): Promise<Due> => {
  const [due, ...more] = await dueIn(records, library);
  if (due === undefined || more.length > 0) throw new Error('exactly one delivery is due');
  return due;
};

const notice = { code: 'nothing_to_stop', detail: '', language: 'en' };

export const deliveriesContract: readonly ContractCase<Records>[] = [
  {
    name: 'keeps a notice once by its key, and loads it as it was said',
    run: async (records) => {
      const library = await openLibrary(records);
      const address = { platform: library.platform, channelId: library.channelId, threadId: 't' };
      const { deliveries } = records;
      const first = await deliveries.notice(library.workspaceId, address, 'key', notice);
      const again = await deliveries.notice(library.workspaceId, address, 'key', notice);
      expect(again).toBe(first);
      const { delivery } = await only(records, library);
      expect(delivery).toEqual({
        id: first,
        workspaceId: library.workspaceId,
        address,
        subject: { kind: 'notice', ...notice },
        desiredVersion: 1,
        sentVersion: 0,
        messageIds: [],
        createdAt: expect.any(Date),
      });
    },
  },
  {
    name: 'rests when what was sent is what is desired',
    run: async (records) => {
      const library = await openLibrary(records);
      const { question } = await ask(records, library);
      const { claim, delivery } = await only(records, library);
      expect(delivery.subject.kind).toBe('run');
      expect(delivery.address).toEqual(question.address);
      await records.deliveries.sent(claim, delivery.desiredVersion, ['message-1']);
      expect(await dueIn(records, library)).toEqual([]);
      await expect(records.deliveries.sent(claim, 1, [])).rejects.toBeInstanceOf(Stale);
      await expect(records.deliveries.load(claim)).rejects.toBeInstanceOf(Stale);
    },
  },
  {
    name: 'is due again at once when its subject moved on while it was sent',
    run: async (records) => {
      const library = await openLibrary(records);
      const started = await answering(records, { library });
      const due = await dueIn(records, library);
      const run = due.find(({ delivery }) => delivery.subject.kind === 'run');
      if (run === undefined) throw new Error('the run has a delivery');
      await records.runs.finish(started.claim, doneWith(started));
      await records.deliveries.sent(run.claim, run.delivery.desiredVersion, ['message-1']);
      const { claim, delivery } = await only(records, library);
      expect(delivery.messageIds).toEqual(['message-1']);
      expect(delivery.sentVersion).toBe(run.delivery.desiredVersion);
      expect(delivery.subject).toMatchObject({ run: { status: 'COMPLETED' } });
      await records.deliveries.sent(claim, delivery.desiredVersion, ['message-1']);
      expect(await dueIn(records, library)).toEqual([]);
    },
  },
  {
    name: 'abandons for good: a later change sends nothing',
    run: async (records) => {
      const library = await openLibrary(records);
      const { runId } = await ask(records, library);
      const { claim } = await only(records, library);
      await records.deliveries.abandon(claim, 'root-deleted');
      await expect(records.deliveries.abandon(claim, 'again')).rejects.toBeInstanceOf(Stale);
      await records.runs.cancel(library.workspaceId, { kind: 'run', runId }, ada);
      expect(await dueIn(records, library)).toEqual([]);
    },
  },
  {
    name: 'shows a card as its files are now: one entry a file, the forgotten one marked',
    run: async (records) => {
      const library = await openLibrary(records);
      const messageId = 'message-with-two';
      const ready = await index(records, await shareFile(records, library, { messageId }));
      const waiting = await shareFile(records, library, { messageId, name: 'Later.md' });
      const { claim, delivery } = await only(records, library);
      expect(delivery.address.threadId).toBe(messageId);
      expect(delivery.subject).toEqual({
        kind: 'card',
        messageId,
        files: [
          {
            ingestionId: ready.ingestionId,
            shareId: ready.shareId,
            documentId: ready.documentId,
            fileName: 'Handbook.pdf',
            stage: 'INDEXED',
            status: 'READY',
            progress: expect.any(Object),
            failure: null,
            skippedFor: null,
            sameName: null,
            pageCount: activation.pageCount,
            segmentCount: activation.segmentCount,
            forgotten: false,
          },
          expect.objectContaining({
            shareId: waiting.shareId,
            fileName: 'Later.md',
            status: 'LIVE',
            documentId: null,
          }),
        ],
      });
      await records.documents.forget(library.workspaceId, ready.documentId, ada);
      await records.deliveries.sent(claim, delivery.desiredVersion, ['m']);
      const later = await only(records, library);
      expect(later.delivery.subject).toMatchObject({
        files: [{ forgotten: true }, { forgotten: false }],
      });
    },
  },
];
