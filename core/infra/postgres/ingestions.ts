import { Retryable, Terminal } from '#core/domain/errors.ts';
import type { DownloadCommit, Downloaded } from '#core/domain/ingestion.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Ingestions } from '#core/ports/ingestions.ts';
import { activate } from './activate-generation.ts';
import { bumpCard } from './bump-delivery.ts';
import { lockClaimed } from './claimed.ts';
import type { Connection, Transaction } from './connect.ts';
import type { DocumentRow, ShareRow } from './document-rows.ts';
import { discardTarget, endIngestion, handOver, release } from './end-ingestion.ts';
import { ingestionsOf } from './ingestion-rows.ts';
import type { IngestionRow } from './ingestion-rows.ts';
import { createIngestionRequests } from './ingestion-requests.ts';
import { lockLibraryOf } from './lock-library.ts';

export const createIngestions = (connection: Connection, ids: Ids): Ingestions => ({
  load: (claim) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<IngestionRow>(transaction, claim);
      const [ingestion] = await ingestionsOf(transaction, [row]);
      if (ingestion === undefined) throw new Terminal('INGESTION_MISSING', 'an ingestion is gone');
      return ingestion;
    }),

  commitDownload: (claim, downloaded) =>
    connection.transaction(async (transaction) => {
      await lockLibraryOf(transaction, claim);
      const row = await lockClaimed<IngestionRow>(transaction, claim);
      if (row.document_id !== null) return { kind: 'proceed', documentId: row.document_id };
      const share = await shareFor(transaction, row);
      return commitDownload({ transaction, ids, row, share }, downloaded);
    }),

  commitProgress: (claim, stage, progress) =>
    connection.transaction(async (transaction) => {
      const row = await lockClaimed<IngestionRow>(transaction, claim);
      await transaction`
        update ingestions set stage = ${stage}, progress_done = ${progress.done},
          progress_total = ${progress.total} where id = ${row.id}`;
      await bumpCard(transaction, ids, await shareFor(transaction, row));
    }),

  allocateGeneration: (claim, made) =>
    connection.transaction((transaction) => allocate(transaction, ids, claim, made)),

  activate: (claim, activation) =>
    connection.transaction(async (transaction) => {
      await lockLibraryOf(transaction, claim);
      const row = await lockClaimed<IngestionRow>(transaction, claim);
      return activate({ transaction, ids, row }, activation);
    }),

  finish: (claim, end) =>
    connection.transaction(async (transaction) => {
      await lockLibraryOf(transaction, claim);
      const row = await lockClaimed<IngestionRow>(transaction, claim);
      await endIngestion({ transaction, ids, row }, end);
      if (row.document_id !== null) await handOver(transaction, ids, row.document_id);
    }),

  requests: createIngestionRequests(connection, ids),
});

const shareFor = async (transaction: Transaction, row: IngestionRow): Promise<ShareRow> => {
  const [share] = await transaction<ShareRow[]>`select * from shares where id = ${row.share_id}`;
  if (share === undefined) throw new Terminal('SHARE_MISSING', 'an ingestion has no share');
  return share;
};

type Committing = {
  readonly transaction: Transaction;
  readonly ids: Ids;
  readonly row: IngestionRow;
  readonly share: ShareRow;
};

/** The unique key of live contents decides who is first; whoever comes later is skipped for it. */
const commitDownload = async (
  committing: Committing,
  downloaded: Downloaded,
): Promise<DownloadCommit> => {
  const { transaction, ids, row, share } = committing;
  const inserted = await transaction<DocumentRow[]>`
    insert into documents (id, workspace_id, library_id, name, content_hash, media_type, byte_size)
    values (${ids.next()}, ${row.workspace_id}, ${row.library_id}, ${share.file_name},
      ${downloaded.contentHash}, ${downloaded.mediaType}, ${downloaded.byteSize})
    on conflict (library_id, content_hash) where deleted_at is null do nothing returning *`;
  const document = inserted[0] ?? (await liveDocument(transaction, row, downloaded));
  await transaction`
    update shares set document_id = ${document.id}, content_hash = ${downloaded.contentHash}
    where id = ${share.id}`;
  if (inserted.length === 0 && (await isTaken(transaction, row, document))) {
    return skip(committing, document.id);
  }
  const [sameName] = await transaction<{ id: string }[]>`
    select id from documents where library_id = ${row.library_id} and name = ${share.file_name}
      and id <> ${document.id} and deleted_at is null and active_generation > 0
    order by created_at desc limit 1`;
  await transaction`
    insert into blobs (workspace_id, content_hash)
    values (${row.workspace_id}, ${downloaded.contentHash}) on conflict do nothing`;
  await transaction`
    insert into blob_references (workspace_id, content_hash, holder)
    values (${row.workspace_id}, ${downloaded.contentHash}, ${`document:${document.id}`})
    on conflict do nothing`;
  await transaction`
    update ingestions set document_id = ${document.id}, stage = 'DOWNLOADED', progress_done = 0,
      progress_total = 0, same_name_document_id = ${sameName?.id ?? null} where id = ${row.id}`;
  await bumpCard(transaction, ids, share);
  return { kind: 'proceed', documentId: document.id };
};

const liveDocument = async (
  transaction: Transaction,
  row: IngestionRow,
  downloaded: Downloaded,
): Promise<DocumentRow> => {
  const [document] = await transaction<DocumentRow[]>`
    select * from documents where library_id = ${row.library_id}
      and content_hash = ${downloaded.contentHash} and deleted_at is null for no key update`;
  if (document === undefined) {
    throw new Retryable('DOCUMENT_MOVED', 'the same content was forgotten at this moment');
  }
  return document;
};

/** Searchable already, or on its way by another ingestion; a failed one may be taken over. */
const isTaken = async (
  transaction: Transaction,
  row: IngestionRow,
  document: DocumentRow,
): Promise<boolean> => {
  if (document.active_generation > 0) return true;
  const others = await transaction`
    select 1 from ingestions
    where document_id = ${document.id} and id <> ${row.id} and status = 'LIVE' limit 1`;
  return others.length > 0;
};

const skip = async (
  { transaction, ids, row, share }: Committing,
  documentId: string,
): Promise<DownloadCommit> => {
  const [first] = await transaction<{ id: string }[]>`
    select id from shares where document_id = ${documentId} and id <> ${share.id}
      and deleted_at is null order by shared_at, id limit 1`;
  await transaction`
    update ingestions set status = 'SKIPPED', skipped_for_document_id = ${documentId},
      skipped_for_share_id = ${first?.id ?? null}, document_id = ${documentId},
      finished_at = now(), sequence = sequence + 1, lease_owner = null, lease_until = null
    where id = ${row.id}`;
  await release({ transaction, ids, row });
  return { kind: 'skipped', documentId };
};

/** A target of an attempt that was lost is not continued: it is discarded and another one taken. */
const allocate = async (
  transaction: Transaction,
  ids: Ids,
  claim: Claim,
  made: Parameters<Ingestions['allocateGeneration']>[1],
): Promise<number> => {
  await lockLibraryOf(transaction, claim);
  const row = await lockClaimed<IngestionRow>(transaction, claim);
  const [document] = await transaction<{ highest_generation: number }[]>`
    update documents set highest_generation = highest_generation + 1
    where id = ${row.document_id} and deleted_at is null returning highest_generation`;
  if (document === undefined || row.document_id === null) {
    throw new Terminal('DOCUMENT_DELETED', 'the document was forgotten meanwhile');
  }
  await discardTarget({ transaction, ids, row });
  const number = document.highest_generation;
  await transaction`
    insert into generations (workspace_id, document_id, number, status, content_hash,
      embedding_fingerprint, analyzer_fingerprint)
    select workspace_id, ${row.document_id}, ${number}, 'building', content_hash,
      ${made.embeddingFingerprint}, ${made.analyzerFingerprint}
    from documents where id = ${row.replaced_by_document_id ?? row.document_id}`;
  await transaction`update ingestions set target_generation = ${number} where id = ${row.id}`;
  return number;
};
