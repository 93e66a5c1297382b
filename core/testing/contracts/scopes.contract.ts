import { expect } from 'vitest';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { ContractCase } from '../contract.ts';
import type { Records } from './records.ts';
import { activation, ada, build, index, openLibrary, reindex, shareFile } from './stores.ts';

const of = ({ documentId }: { readonly documentId: string }, generation: number) => ({
  documentId,
  generation,
});

export const scopesContract: readonly ContractCase<Records>[] = [
  {
    name: 'resolves to the active documents of the readable libraries, and counts what is on its way',
    run: async (records) => {
      const library = await openLibrary(records);
      const secret = await openLibrary(records, library.workspaceId);
      const ready = await index(records, await shareFile(records, library));
      await index(records, await shareFile(records, secret, { name: 'Secret.pdf' }));
      await build(records, await shareFile(records, library, { name: 'Unread.pdf' }));
      await shareFile(records, library, { name: 'Waiting.md' });
      const request: ScopeRequest = { kind: 'library' };
      expect(await records.scopes.resolve(library.workspaceId, [library.id], request)).toEqual({
        libraryIds: [library.id],
        request,
        documents: [
          {
            documentId: ready.documentId,
            generation: 1,
            name: 'Handbook.pdf',
            title: activation.title,
          },
        ],
        indexing: 2,
      });
      const none = await records.scopes.resolve(library.workspaceId, [], request);
      expect(none.documents).toEqual([]);
      const foreign = await records.scopes.resolve('elsewhere', [library.id], request);
      expect(foreign.documents).toEqual([]);
    },
  },
  {
    name: 'never widens: forbidden, forgotten and unknown documents are equally absent',
    run: async (records) => {
      const library = await openLibrary(records);
      const secret = await openLibrary(records, library.workspaceId);
      const mine = await index(records, await shareFile(records, library));
      const theirs = await index(records, await shareFile(records, secret));
      const gone = await index(records, await shareFile(records, library));
      await records.documents.forget(library.workspaceId, gone.documentId, ada);
      const asked = async (documentIds: readonly string[]): Promise<readonly string[]> => {
        const request: ScopeRequest = { kind: 'documents', documentIds };
        const scope = await records.scopes.resolve(library.workspaceId, [library.id], request);
        return scope.documents.map(({ documentId }) => documentId);
      };
      const all = [theirs.documentId, gone.documentId, 'unknown'];
      expect(await asked([...all, mine.documentId])).toEqual([mine.documentId]);
      expect(await asked(all)).toEqual([]);
      expect(await asked([])).toEqual([]);
    },
  },
  {
    name: 'finds the files of a message, and counts those of it that are on their way',
    run: async (records) => {
      const library = await openLibrary(records);
      const messageId = `message-${library.id}`;
      const other = await index(records, await shareFile(records, library));
      const mine = await index(records, await shareFile(records, library, { messageId }));
      await shareFile(records, library, { messageId, name: 'Later.pdf' });
      await shareFile(records, library);
      const asked = (id: string) =>
        records.scopes.resolve(library.workspaceId, [library.id], {
          kind: 'message',
          messageId: id,
        });
      const scope = await asked(messageId);
      expect(scope.documents.map(({ documentId }) => documentId)).toEqual([mine.documentId]);
      expect(scope.indexing).toBe(1);
      expect((await asked('unknown')).documents).toEqual([]);
      expect(other.documentId).not.toBe(mine.documentId);
    },
  },
  {
    name: 'finds by name, title or file name in any case, a whole name before a part of one',
    run: async (records) => {
      const library = await openLibrary(records);
      const secret = await openLibrary(records, library.workspaceId);
      const names = ['Über-Handbuch.pdf', 'Über-Handbuch 2.pdf', '员工手册.md'];
      const ids: string[] = [];
      for (const name of names) {
        const shared = await shareFile(records, library, { name });
        ids.push((await index(records, shared)).documentId);
      }
      await index(records, await shareFile(records, secret, { name: names[0] ?? '' }));
      const called = async (name: string): Promise<readonly number[]> => {
        const scope = await records.scopes.resolve(library.workspaceId, [library.id], {
          kind: 'named',
          name,
        });
        return scope.documents.map(({ documentId }) => ids.indexOf(documentId));
      };
      expect(await called('ÜBER-HANDBUCH.PDF')).toEqual([0]);
      expect(await called(' über-handbuch ')).toEqual([0]);
      expect(await called('handbuch')).toEqual([0, 1]);
      expect(await called('员工手册')).toEqual([2]);
      expect(await called(activation.title.toUpperCase())).toEqual([0, 1, 2]);
      expect(await called('100%_')).toEqual([]);
      expect(await called('  ')).toEqual([]);
    },
  },
  {
    name: 'says which versions are still active: in the order asked, without the superseded and the gone',
    run: async (records) => {
      const library = await openLibrary(records);
      const kept = await index(records, await shareFile(records, library));
      const moved = await index(records, await shareFile(records, library));
      const gone = await index(records, await shareFile(records, library));
      const second = await reindex(records, library, moved.documentId);
      await records.documents.forget(library.workspaceId, gone.documentId, ada);
      const asked = [second, of(moved, 1), of(gone, 1), of(kept, 1), of(kept, 2)];
      expect(await records.scopes.stillActive(library.workspaceId, asked)).toEqual([
        second,
        of(kept, 1),
      ]);
      expect(await records.scopes.stillActive('elsewhere', asked)).toEqual([]);
    },
  },
];
