import { createHash, randomUUID } from 'node:crypto';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { Person } from '#core/domain/ids.ts';
import { segmentIdOf } from '#core/domain/ids.ts';
import type { Library } from '#core/domain/library.ts';
import type { Segment } from '#core/domain/segment.ts';
import type { Claim, WorkKind } from '#core/domain/work.ts';
import type { Blobs } from '#core/ports/blobs.ts';
import type { Cleanups } from '#core/ports/cleanups.ts';
import type { Documents } from '#core/ports/documents.ts';
import type { Inbox } from '#core/ports/inbox.ts';
import type { Ingestions } from '#core/ports/ingestions.ts';
import type { Libraries } from '#core/ports/libraries.ts';
import type { Segments } from '#core/ports/segments.ts';
import type { Shares } from '#core/ports/shares.ts';
import type { Work } from '#core/ports/work.ts';

/** The ports that share one truth: a promise of one is mostly seen through another. */
export type Stores = {
  readonly work: Work;
  readonly inbox: Inbox;
  readonly libraries: Libraries;
  readonly shares: Shares;
  readonly documents: Documents;
  readonly ingestions: Ingestions;
  readonly segments: Segments;
  readonly blobs: Blobs;
  readonly cleanups: Cleanups;
  readonly hands: Hands;
};

/** What no port does and a test must: let time pass, and look at a message's delivery. */
export type Hands = {
  /** The lease of a row is over, as if its time had passed. */
  readonly endLease: (claim: Claim) => Promise<void>;
  /** Everything that is due within `ms` is due now, in this workspace. */
  readonly passTime: (workspaceId: string, kind: WorkKind, ms: number) => Promise<void>;
  /** Nothing that was there before is live any more, of any kind and workspace. */
  readonly putAside: () => Promise<void>;
  /** How often the card of a message was said to have changed; 0 where there is none. */
  readonly cardVersion: (library: Library, messageId: string) => Promise<number>;
  /** A question in the library, waiting for the files of a message where one is named; its run's id. */
  readonly ask: (library: Library, threadId: string, waitFor: string | null) => Promise<string>;
  /** The run is over. */
  readonly endRun: (runId: string) => Promise<void>;
};

export const ada: Person = { id: 'person-ada', name: 'Ada' };
export const bea: Person = { id: 'person-bea', name: 'Bea' };

export const hashOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex');

/** A new library of a new workspace, or another one of the same. */
export const openLibrary = async (
  stores: Pick<Stores, 'libraries'>,
  workspaceId: string = `workspace-${randomUUID()}`,
): Promise<Library> => {
  await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'Test');
  return stores.libraries.ensure(workspaceId, 'playground', `channel-${randomUUID()}`, 'general');
};

export type Shared = {
  readonly library: Library;
  readonly messageId: string;
  readonly fileId: string;
  readonly shareId: string;
  readonly ingestionId: string;
  readonly duplicate: boolean;
};

export const shareFile = async (
  stores: Stores,
  library: Library,
  given: { readonly name?: string; readonly by?: Person; readonly messageId?: string } = {},
): Promise<Shared> => {
  const messageId = given.messageId ?? `message-${randomUUID()}`;
  const fileId = `file-${randomUUID()}`;
  const received = await stores.shares.receive({
    workspaceId: library.workspaceId,
    libraryId: library.id,
    address: { platform: library.platform, channelId: library.channelId, threadId: null },
    messageId,
    fileId,
    fileName: given.name ?? 'Handbook.pdf',
    sharedBy: given.by ?? ada,
  });
  return { library, messageId, fileId, ...received };
};

type Claiming = { readonly work: Pick<Work, 'claim'> };

/** Claims whatever is due, keeps the one of `id` and leaves the others leased: nobody else works here. */
export const claimOf = async (
  stores: Claiming,
  kind: WorkKind,
  id: string,
  owner = 'worker',
): Promise<Claim> => {
  const claims = await stores.work.claim(kind, owner, 1_000);
  const found = claims.find((claim) => claim.id === id);
  if (found === undefined) throw new Error(`${kind} ${id} is not due`);
  return found;
};

/** The claims of one workspace among all that are due now. */
export const claimsIn = async (
  stores: Claiming,
  kind: WorkKind,
  workspaceId: string,
): Promise<readonly Claim[]> => {
  const claims = await stores.work.claim(kind, 'worker', 1_000);
  return claims.filter((claim) => claim.workspaceId === workspaceId);
};

export const downloadedAs = (contentHash: string) => ({
  contentHash,
  byteSize: 1_234,
  mediaType: 'application/pdf',
});

export const made = { embeddingFingerprint: 'profile-a', analyzerFingerprint: 'analyzer-a' };
export const activation = { title: 'The Handbook', pageCount: 12, segmentCount: 3 };

export const segmentsOf = ({ documentId, generation }: DocumentVersion): readonly Segment[] =>
  [0, 1, 2].map((order) => ({
    id: segmentIdOf(documentId, generation, order, 'TEXT'),
    documentId,
    generation,
    order,
    type: 'TEXT',
    header: 'The Handbook › Leave',
    headingPath: ['The Handbook', 'Leave'],
    body: `Passage ${order} says: "Überstunden" are \\x5c 30 days; 休假 too.`,
    pages: [order + 1],
    boxes: [{ page: order + 1, left: 72.5, top: 80.25, right: 300, bottom: 120 }],
    contentHash: hashOf(`passage ${order}`),
    tokenCount: 17,
    picture: null,
  }));

export type Indexed = Shared &
  DocumentVersion & { readonly contentHash: string; readonly claim: Claim };

/** Downloads a shared file and builds a generation of it, up to but without the activation. */
export const build = async (
  stores: Stores,
  shared: Shared,
  contentHash: string = hashOf(randomUUID()),
): Promise<Indexed> => {
  const claim = await claimOf(stores, 'ingestion', shared.ingestionId);
  await stores.blobs.intend(claim, contentHash);
  const { documentId } = await stores.ingestions.commitDownload(claim, downloadedAs(contentHash));
  const generation = await stores.ingestions.allocateGeneration(claim, made);
  await stores.segments.write(claim, segmentsOf({ documentId, generation }));
  return { ...shared, contentHash, claim, documentId, generation };
};

/** A file all the way to READY. */
export const index = async (
  stores: Stores,
  shared: Shared,
  contentHash?: string,
): Promise<Indexed> => {
  const built = await build(stores, shared, contentHash);
  await stores.ingestions.activate(built.claim, activation);
  return built;
};

/** Ids of those segments of a version that a question may see now. */
export const visible = async (
  stores: Stores,
  library: Library,
  version: DocumentVersion,
): Promise<readonly string[]> => {
  const ids = segmentsOf(version).map(({ id }) => id);
  const confirmed = await stores.segments.confirm(library.workspaceId, [version], ids);
  return confirmed.map(({ id }) => id);
};

/** A new generation of a document, active. */
export const reindex = async (
  stores: Stores,
  library: Library,
  documentId: string,
): Promise<DocumentVersion> => {
  const id = await stores.ingestions.requests.reindex(library.workspaceId, documentId);
  if (id === null) throw new Error('the document is there');
  const claim = await claimOf(stores, 'ingestion', id);
  const generation = await stores.ingestions.allocateGeneration(claim, made);
  await stores.segments.write(claim, segmentsOf({ documentId, generation }));
  await stores.ingestions.activate(claim, activation);
  return { documentId, generation };
};
