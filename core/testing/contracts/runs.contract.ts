import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Stale, Terminal } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import { answering, ask, doneWith, questionIn, stateOf } from './records.ts';
import type { Records } from './records.ts';
import { ada, bea, claimOf, claimsIn, openLibrary } from './stores.ts';

const progress = { phase: 'searching', text: '' } as const;

export const runsContract: readonly ContractCase<Records>[] = [
  {
    name: 'admits a question once, however often it is delivered',
    run: async (records) => {
      const { runs } = records;
      const library = await openLibrary(records);
      const question = questionIn(library);
      const first = await runs.admit(library.workspaceId, question);
      const again = await runs.admit(library.workspaceId, question);
      const [one, two] = await Promise.all([
        runs.admit(library.workspaceId, question),
        runs.admit(library.workspaceId, question),
      ]);
      expect(first).toMatchObject({ kind: 'admitted', ahead: 0 });
      for (const later of [again, one, two]) {
        expect(later).toEqual({ kind: 'duplicate', runId: first.runId });
      }
      const listed = await runs.list(library.workspaceId, library.id, 10);
      expect(listed.map(({ id }) => id)).toEqual([first.runId]);
    },
  },
  {
    name: 'gives back what was asked, in its own workspace only',
    run: async (records) => {
      const library = await openLibrary(records);
      const { question, runId } = await ask(records, library, {
        scope: { kind: 'named', name: 'Handbook' },
        intent: 'search',
        history: [{ question: 'before?', answer: 'yes' }],
      });
      expect(await records.runs.find(library.workspaceId, runId)).toEqual({
        id: runId,
        workspaceId: library.workspaceId,
        turnId: expect.any(String),
        conversationId: expect.any(String),
        libraryId: library.id,
        address: question.address,
        asker: ada,
        intent: 'search',
        question: question.question,
        scope: question.scope,
        via: 'FIXED',
        mode: 'STRICT',
        status: 'QUEUED',
        state: { kind: 'retrieving' },
        progress: { phase: 'queued', text: '' },
        answer: null,
        cancelledBy: null,
        traceId: question.traceId,
        history: [{ question: 'before?', answer: 'yes' }],
        createdAt: expect.any(Date),
        finishedAt: null,
      });
      expect(await records.runs.find('elsewhere', runId)).toBeNull();
      expect(await records.runs.find(library.workspaceId, 'nothing')).toBeNull();
    },
  },
  {
    name: 'says how many questions are ahead, and waits for a message’s files when told to',
    run: async (records) => {
      const library = await openLibrary(records);
      await ask(records, library);
      const second = await records.runs.admit(
        library.workspaceId,
        questionIn(library, { waitForMessageId: 'message-1' }),
      );
      expect(second).toMatchObject({ kind: 'admitted', ahead: 1 });
      const waiting = await records.runs.find(library.workspaceId, second.runId);
      expect(waiting).toMatchObject({
        status: 'WAITING_FOR_DOCUMENT',
        progress: { phase: 'waiting-for-document', text: '' },
      });
      const listed = await records.runs.list(library.workspaceId, library.id, 1);
      expect(listed.map(({ id }) => id)).toEqual([second.runId]);
    },
  },
  {
    name: 'commits a live state and what the person sees, and bumps the message',
    run: async (records) => {
      const { claim, found, library, runId } = await answering(records);
      const run = await records.runs.load(claim);
      expect(run).toMatchObject({
        id: runId,
        status: 'RUNNING',
        progress: { phase: 'answering', text: 'There' },
      });
      expect(run.state).toEqual(stateOf(found));
      const claims = await claimsIn(records, 'delivery', library.workspaceId);
      const all = await Promise.all(claims.map((one) => records.deliveries.load(one)));
      const delivery = all.find(({ subject }) => subject.kind === 'run');
      expect(delivery?.desiredVersion).toBe(2);
    },
  },
  {
    name: 'refuses a lost lease: it can neither load, nor commit, nor finish',
    run: async (records) => {
      const started = await answering(records);
      await records.hands.endLease(started.claim);
      const thief = await claimOf(records, 'run', started.runId, 'thief');
      expect(thief.sequence).toBeGreaterThan(started.claim.sequence);
      const late = [
        records.runs.load(started.claim),
        records.runs.commit(started.claim, { kind: 'retrieving' }, progress),
        records.runs.finish(started.claim, doneWith(started)),
      ];
      for (const result of await Promise.allSettled(late)) {
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Stale) });
      }
      const run = await records.runs.load(thief);
      expect(run.state).toEqual(stateOf(started.found));
    },
  },
  {
    name: 'finishes once, with answer, links and trace; nothing comes after',
    run: async (records) => {
      const started = await answering(records);
      const done = doneWith(started);
      await records.runs.finish(started.claim, done);
      const run = await records.runs.find(started.library.workspaceId, started.runId);
      expect(run).toMatchObject({ status: 'COMPLETED', finishedAt: expect.any(Date) });
      expect(run?.answer).toEqual(done.answer);
      expect(run?.state).toEqual({ ...done, trace: null });
      const link = await records.citations.resolve(done.answer.citations[0]?.id ?? '');
      expect(link).toMatchObject({ kind: 'open', citation: done.answer.citations[0] });
      expect(await records.traces.find(started.library.workspaceId, started.runId)).toEqual(
        done.trace,
      );
      await expect(records.runs.finish(started.claim, done)).rejects.toBeInstanceOf(Stale);
      await expect(
        records.runs.commit(started.claim, { kind: 'retrieving' }, progress),
      ).rejects.toBeInstanceOf(Stale);
    },
  },
  {
    name: 'does not cite a document that was deleted meanwhile, and then takes an end without it',
    run: async (records) => {
      const started = await answering(records);
      const { library, indexed } = started;
      await records.documents.forget(library.workspaceId, indexed.documentId, bea);
      const done = doneWith(started);
      await expect(records.runs.finish(started.claim, done)).rejects.toMatchObject({
        name: Terminal.name,
        code: 'document_deleted',
      });
      const live = await records.runs.find(library.workspaceId, started.runId);
      expect(live?.answer).toBeNull();
      await records.runs.finish(
        started.claim,
        doneWith(started, { outcome: 'NO_EVIDENCE', citations: [], markdown: '' }),
      );
      const run = await records.runs.find(library.workspaceId, started.runId);
      expect(run?.answer?.cards).toEqual([]);
      const trace = await records.traces.find(library.workspaceId, started.runId);
      expect(trace?.passages).toEqual({});
    },
  },
  {
    name: 'cancels a live run: its worker is stale, who did it is told, the cards found stay open',
    run: async (records) => {
      const started = await answering(records);
      const { workspaceId } = started.library;
      const target = { kind: 'run', runId: started.runId } as const;
      expect(await records.runs.cancel(workspaceId, target, bea)).toEqual({
        kind: 'cancelled',
        runIds: [started.runId],
      });
      expect(await records.work.renew(started.claim)).toBe(false);
      await expect(records.runs.finish(started.claim, doneWith(started))).rejects.toBeInstanceOf(
        Stale,
      );
      const run = await records.runs.find(workspaceId, started.runId);
      expect(run).toMatchObject({ status: 'CANCELLED', cancelledBy: bea });
      expect(run?.answer?.outcome).toBe('CANCELLED');
      const hit = run?.answer?.cards[0]?.hits[0];
      expect(await records.citations.resolve(hit?.citationId ?? '')).toMatchObject({
        kind: 'open',
        citation: {
          quote: '30 days; 休假 too',
          label: '',
          sourceHash: started.indexed.contentHash,
        },
      });
      expect(await records.runs.cancel(workspaceId, target, ada)).toEqual({
        kind: 'already-finished',
      });
    },
  },
  {
    name: 'remembers a cancel that comes before its question',
    run: async (records) => {
      const library = await openLibrary(records);
      const question = questionIn(library);
      const target = { kind: 'question', key: question.key } as const;
      expect(await records.runs.cancel(library.workspaceId, target, bea)).toEqual({
        kind: 'remembered',
      });
      const admission = await records.runs.admit(library.workspaceId, question);
      expect(admission.kind).toBe('cancelled');
      const run = await records.runs.find(library.workspaceId, admission.runId);
      expect(run).toMatchObject({ status: 'CANCELLED', cancelledBy: bea });
      expect(await records.runs.cancel(library.workspaceId, target, ada)).toEqual({
        kind: 'already-finished',
      });
      const another = await records.runs.admit(library.workspaceId, questionIn(library));
      expect(another.kind).toBe('admitted');
    },
  },
  {
    name: 'cancels a thread: what runs and what waits, nothing of another thread',
    run: async (records) => {
      const library = await openLibrary(records);
      const first = await ask(records, library);
      const { address } = first.question;
      const second = await ask(records, library, { address });
      const elsewhere = await ask(records, library);
      const { workspaceId } = library;
      const target = { kind: 'thread', address } as const;
      const result = await records.runs.cancel(workspaceId, target, ada);
      expect(result).toEqual({
        kind: 'cancelled',
        runIds: [first.runId, second.runId].toSorted(),
      });
      expect(await records.runs.cancel(workspaceId, target, ada)).toEqual({
        kind: 'already-finished',
      });
      const other = await records.runs.find(workspaceId, elsewhere.runId);
      expect(other?.status).toBe('QUEUED');
      const nowhere = { ...address, threadId: `thread-${randomUUID()}` };
      expect(
        await records.runs.cancel(workspaceId, { kind: 'thread', address: nowhere }, ada),
      ).toEqual({ kind: 'nothing-to-cancel' });
      expect(
        await records.runs.cancel(workspaceId, { kind: 'run', runId: 'nothing' }, ada),
      ).toEqual({ kind: 'nothing-to-cancel' });
    },
  },
];
