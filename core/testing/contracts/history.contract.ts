import { expect } from 'vitest';
import type { ContractCase } from '../contract.ts';
import { answering, ask, doneWith, foundIn, questionIn } from './records.ts';
import type { Records } from './records.ts';
import { ada, claimOf, index, openLibrary, shareFile } from './stores.ts';

/** What a later question of a thread knows of the earlier ones. */
export const historyContract: readonly ContractCase<Records>[] = [
  {
    name: 'remembers the last five answered turns of the thread, oldest first, and no search',
    run: async (records) => {
      const library = await openLibrary(records);
      const indexed = await index(records, await shareFile(records, library));
      const { address } = questionIn(library);
      for (const number of [0, 1, 2, 3, 4, 5, 6]) {
        const { runId } = await ask(records, library, {
          address,
          question: `question ${number}`,
          intent: number === 6 ? 'search' : 'answer',
        });
        const claim = await claimOf(records, 'run', runId);
        const answer = number === 3 ? { outcome: 'NO_EVIDENCE' as const, citations: [] } : {};
        await records.runs.finish(
          claim,
          doneWith(
            { indexed, found: foundIn(indexed) },
            { markdown: `answer ${number}`, ...answer },
          ),
        );
      }
      const { runId } = await ask(records, library, { address, question: 'and now?' });
      const run = await records.runs.find(library.workspaceId, runId);
      expect(run?.history).toEqual(
        [0, 1, 2, 4, 5].map((number) => ({
          question: `question ${number}`,
          answer: `answer ${number}`,
        })),
      );
      const alone = await ask(records, library);
      expect((await records.runs.find(library.workspaceId, alone.runId))?.history).toEqual([]);
    },
  },
  {
    name: 'forgets a turn that rested on a forgotten document',
    run: async (records) => {
      const library = await openLibrary(records);
      const kept = await answering(records, { library });
      await records.runs.finish(kept.claim, doneWith(kept, { markdown: 'kept' }));
      const { address } = kept.question;
      const gone = await answering(records, { library, address });
      await records.runs.finish(gone.claim, doneWith(gone, { markdown: 'gone' }));
      const { runId } = await ask(records, library, { address });
      const claim = await claimOf(records, 'run', runId);
      expect((await records.runs.load(claim)).history).toHaveLength(2);
      await records.documents.forget(library.workspaceId, gone.indexed.documentId, ada);
      const { history } = await records.runs.load(claim);
      expect(history.map(({ answer }) => answer)).toEqual(['kept']);
    },
  },
];
