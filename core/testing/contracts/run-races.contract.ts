import { expect } from 'vitest';
import { Stale } from '#core/domain/errors.ts';
import type { ContractCase } from '../contract.ts';
import { answering, ask, doneWith, questionIn } from './records.ts';
import type { Records } from './records.ts';
import { ada, bea, openLibrary } from './stores.ts';

/** Two processes on one truth. */
export type RecordPair = readonly [Records, Records];

const rounds = 12;

/** Small delays that let now the one, now the other come first. */
const lateBy = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const runRacesContract: readonly ContractCase<RecordPair>[] = [
  {
    name: 'a cancel and an answer at once: exactly one wins, and the other hears of it',
    run: async ([worker, bot]) => {
      const endings = new Set<string>();
      for (let round = 0; round < rounds; round += 1) {
        const started = await answering(worker);
        const { library, runId } = started;
        const done = doneWith(started);
        const [finished, cancelled] = await Promise.allSettled([
          lateBy(round % 3).then(() => worker.runs.finish(started.claim, done)),
          lateBy((round + 1) % 3).then(() =>
            bot.runs.cancel(library.workspaceId, { kind: 'run', runId }, bea),
          ),
        ]);
        const run = await bot.runs.find(library.workspaceId, runId);
        const link = await bot.citations.resolve(done.answer.citations[0]?.id ?? '');
        endings.add(run?.status ?? 'nothing');
        if (run?.status === 'COMPLETED') {
          expect(finished.status).toBe('fulfilled');
          expect(cancelled).toMatchObject({ value: { kind: 'already-finished' } });
          expect(run.answer?.markdown).toBe(done.answer.markdown);
          expect(link.kind).toBe('open');
        } else {
          expect(run?.status).toBe('CANCELLED');
          expect(finished).toMatchObject({ reason: expect.any(Stale) });
          expect(cancelled).toMatchObject({ value: { kind: 'cancelled' } });
          expect(run?.answer?.markdown).toBe('');
          expect(link.kind).toBe('gone');
        }
      }
      expect([...endings].toSorted()).toEqual(['CANCELLED', 'COMPLETED']);
    },
  },
  {
    name: 'a cancel and its question at once: the question never runs unnoticed',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      const { workspaceId } = library;
      for (let round = 0; round < rounds; round += 1) {
        const question = questionIn(library);
        const [admission, result] = await Promise.all([
          lateBy(round % 2).then(() => one.runs.admit(workspaceId, question)),
          lateBy((round + 1) % 2).then(() =>
            two.runs.cancel(workspaceId, { kind: 'question', key: question.key }, ada),
          ),
        ]);
        const run = await one.runs.find(workspaceId, admission.runId);
        expect(run?.status).toBe('CANCELLED');
        expect([admission.kind, result.kind]).toEqual(
          admission.kind === 'cancelled' ? ['cancelled', 'remembered'] : ['admitted', 'cancelled'],
        );
      }
    },
  },
  {
    name: 'many deliveries of one question at once are one run, and many questions of a thread are numbered',
    run: async ([one, two]) => {
      const library = await openLibrary(one);
      const { workspaceId } = library;
      const question = questionIn(library);
      const admitted = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          (at % 2 === 0 ? one : two).runs.admit(workspaceId, question),
        ),
      );
      expect(new Set(admitted.map(({ runId }) => runId)).size).toBe(1);
      expect(admitted.filter(({ kind }) => kind === 'admitted')).toHaveLength(1);
      const { address } = question;
      await Promise.all(
        Array.from({ length: 8 }, (_, at) => ask(at % 2 === 0 ? one : two, library, { address })),
      );
      expect(await two.runs.list(workspaceId, library.id, 20)).toHaveLength(9);
    },
  },
  {
    name: 'an answer and the forgetting of its document at once: no word of it stays behind',
    run: async ([worker, bot]) => {
      for (let round = 0; round < rounds; round += 1) {
        const started = await answering(worker);
        const { library, indexed, runId } = started;
        const done = doneWith(started);
        const [finished, forgotten] = await Promise.allSettled([
          lateBy(round % 3).then(() => worker.runs.finish(started.claim, done)),
          lateBy((round + 1) % 3).then(() =>
            bot.documents.forget(library.workspaceId, indexed.documentId, ada),
          ),
        ]);
        expect(forgotten).toMatchObject({ status: 'fulfilled', value: true });
        if (finished.status === 'rejected') {
          expect(finished.reason).toMatchObject({ code: 'document_deleted' });
        }
        const run = await bot.runs.find(library.workspaceId, runId);
        const kept = JSON.stringify([run?.answer?.citations, run?.answer?.cards]);
        expect(kept).not.toContain('30 days');
        const link = await bot.citations.resolve(done.answer.citations[0]?.id ?? '');
        expect(link.kind).toBe('gone');
        const trace = await bot.traces.find(library.workspaceId, runId);
        expect(trace?.passages ?? {}).toEqual({});
      }
    },
  },
];
