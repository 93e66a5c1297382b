import type { ContractCase } from '../contract.ts';
import { blobsContract } from './blobs.contract.ts';
import { cleanupsContract } from './cleanups.contract.ts';
import { documentsContract } from './documents.contract.ts';
import { inboxContract } from './inbox.contract.ts';
import { ingestionRequestsContract } from './ingestion-requests.contract.ts';
import { ingestionsContract } from './ingestions.contract.ts';
import { librariesContract } from './libraries.contract.ts';
import { segmentsContract } from './segments.contract.ts';
import { sharesContract } from './shares.contract.ts';
import type { Stores } from './stores.ts';
import { workContract } from './work.contract.ts';

/** Every contract of the truth, by the port that it is about. */
export const contracts = {
  libraries: librariesContract,
  inbox: inboxContract,
  work: workContract,
  shares: sharesContract,
  documents: documentsContract,
  segments: segmentsContract,
  ingestions: ingestionsContract,
  requests: ingestionRequestsContract,
  blobs: blobsContract,
  cleanups: cleanupsContract,
} as const satisfies Readonly<Record<string, readonly ContractCase<Stores>[]>>;
