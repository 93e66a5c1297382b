import { describe, expect, it } from 'vitest';
import { ada, index, made, openLibrary, shareFile } from '#core/testing/contracts/stores.ts';
import { withDatabase } from '#core/testing/database.ts';
import { storesOnPostgres } from '#core/testing/stores-on-postgres.ts';
import { findOutdatedDocuments } from './outdated-documents.ts';

describe('documents that were searched with another analyzer or profile', () => {
  const { connection } = withDatabase();

  it('are found until they are gone or being re-indexed; those of the current ones are not', async () => {
    const stores = storesOnPostgres(connection());
    const library = await openLibrary(stores);
    const { workspaceId } = library;
    const one = await index(stores, await shareFile(stores, library));
    const two = await index(stores, await shareFile(stores, library));
    const three = await index(stores, await shareFile(stores, library));
    const found = async (analyzerFingerprint: string, embeddingFingerprint: string) => {
      const current = { analyzerFingerprint, embeddingFingerprint };
      const outdated = await findOutdatedDocuments(connection(), current);
      return outdated.map(({ documentId }) => documentId);
    };
    const { analyzerFingerprint, embeddingFingerprint } = made;
    const all = [one, two, three].map(({ documentId }) => documentId);
    expect(await found(analyzerFingerprint, embeddingFingerprint)).toEqual([]);
    expect(await found('another', embeddingFingerprint)).toEqual(all);
    expect(await found(analyzerFingerprint, 'another')).toEqual(all);
    await stores.ingestions.requests.reindex(workspaceId, one.documentId);
    await stores.documents.forget(workspaceId, two.documentId, ada);
    expect(await found('another', embeddingFingerprint)).toEqual([three.documentId]);
  });
});
