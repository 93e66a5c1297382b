import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ContractCase } from '../contract.ts';
import { answering, doneWith } from './records.ts';
import type { Answering, Records } from './records.ts';
import {
  activation,
  ada,
  claimOf,
  downloadedAs,
  hashOf,
  made,
  reindex,
  segmentsOf,
  shareFile,
} from './stores.ts';

const answered = async (records: Records): Promise<Answering & { readonly link: string }> => {
  const started = await answering(records);
  const done = doneWith(started);
  await records.runs.finish(started.claim, done);
  return { ...started, link: done.answer.citations[0]?.id ?? '' };
};

/** "Replace the earlier one" with other content, all the way. */
const replaceContent = async (records: Records, { library, indexed }: Answering): Promise<void> => {
  const newcomer = await shareFile(records, library);
  const reading = await claimOf(records, 'ingestion', newcomer.ingestionId);
  const contentHash = hashOf(randomUUID());
  await records.blobs.intend(reading, contentHash);
  await records.ingestions.commitDownload(reading, downloadedAs(contentHash));
  const { workspaceId } = library;
  const { requests } = records.ingestions;
  const id = await requests.replace(workspaceId, newcomer.ingestionId, indexed.documentId);
  if (id === null) throw new Error('both documents are there');
  const claim = await claimOf(records, 'ingestion', id);
  const { documentId } = indexed;
  const generation = await records.ingestions.allocateGeneration(claim, made);
  await records.segments.write(claim, segmentsOf({ documentId, generation }));
  await records.ingestions.activate(claim, activation);
};

export const citationsContract: readonly ContractCase<Records>[] = [
  {
    name: 'opens a citation with its library, pages and media type',
    run: async (records) => {
      const { link, library, indexed } = await answered(records);
      expect(await records.citations.resolve(link)).toEqual({
        kind: 'open',
        workspaceId: library.workspaceId,
        library,
        citation: expect.objectContaining({
          id: link,
          quote: '30 days',
          sourceHash: indexed.contentHash,
        }),
        pageCount: activation.pageCount,
        mediaType: 'application/pdf',
        superseded: false,
      });
    },
  },
  {
    name: 'keeps open after a re-index, without a banner',
    run: async (records) => {
      const { link, library, indexed } = await answered(records);
      await reindex(records, library, indexed.documentId);
      expect(await records.citations.resolve(link)).toMatchObject({
        kind: 'open',
        superseded: false,
      });
    },
  },
  {
    name: 'says superseded when the document has other content now',
    run: async (records) => {
      const answer = await answered(records);
      await replaceContent(records, answer);
      expect(await records.citations.resolve(answer.link)).toMatchObject({
        kind: 'open',
        superseded: true,
        citation: { sourceHash: answer.indexed.contentHash },
      });
    },
  },
  {
    name: 'is gone, and tells nothing, for a forgotten document as for a link that never was',
    run: async (records) => {
      const { link, library, indexed } = await answered(records);
      await records.documents.forget(library.workspaceId, indexed.documentId, ada);
      expect(await records.citations.resolve(link)).toEqual({ kind: 'gone' });
      expect(await records.citations.resolve(randomUUID())).toEqual({ kind: 'gone' });
    },
  },
];

export const tracesContract: readonly ContractCase<Records>[] = [
  {
    name: 'gives the trace of a run in its own workspace only',
    run: async (records) => {
      const { library, runId, found } = await answered(records);
      expect(await records.traces.find(library.workspaceId, runId)).toEqual(found.trace);
      expect(await records.traces.find('elsewhere', runId)).toBeNull();
      expect(await records.traces.find(library.workspaceId, 'nothing')).toBeNull();
    },
  },
  {
    name: 'removes traces older than some days, and says how many',
    run: async (records) => {
      const old = await answered(records);
      const young = await answered(records);
      await records.traces.expire(90);
      await records.ageTrace(old.runId, 91);
      await records.ageTrace(young.runId, 89);
      expect(await records.traces.expire(90)).toBe(1);
      expect(await records.traces.find(old.library.workspaceId, old.runId)).toBeNull();
      expect(await records.traces.find(young.library.workspaceId, young.runId)).not.toBeNull();
    },
  },
];

export const usageContract: readonly ContractCase<Records>[] = [
  {
    name: 'adds up calls and tokens of a person and of the workspace, today',
    run: async ({ usage }) => {
      const workspaceId = `workspace-${randomUUID()}`;
      await usage.add(workspaceId, 'ada', 1, 100);
      await Promise.all([
        usage.add(workspaceId, 'ada', 2, 50),
        usage.add(workspaceId, 'bea', 1, 7),
      ]);
      expect(await usage.today(workspaceId, 'ada')).toEqual({
        person: { calls: 3, tokens: 150 },
        workspace: { calls: 4, tokens: 157 },
      });
      expect(await usage.today(workspaceId, 'cyd')).toMatchObject({
        person: { calls: 0, tokens: 0 },
      });
      expect(await usage.today(`${workspaceId}-other`, 'ada')).toEqual({
        person: { calls: 0, tokens: 0 },
        workspace: { calls: 0, tokens: 0 },
      });
    },
  },
];
