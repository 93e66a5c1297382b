import type { ParsedWindow } from '#core/domain/parsed.ts';
import type { Sha256 } from '#core/domain/ids.ts';

export type ParseRequest = {
  readonly requestId: string;
  readonly name: string;
  readonly contentHash: Sha256;
  readonly bytes: Uint8Array;
  /** 1-based, inclusive. Formats without pages ignore it. */
  readonly firstPage: number;
  readonly lastPage: number;
};

/**
 * Opens untrusted files. Rejects with Terminal(code) for the parse codes of ingest.md, Retryable
 * when the service is away, busy, killed or talks rubbish, Cancelled on abort (the job is killed).
 */
export type Parser = {
  readonly parse: (
    request: ParseRequest,
    onPage: (page: number, pages: number) => void,
    signal: AbortSignal,
  ) => Promise<ParsedWindow>;
  /** A picture of a window that was just parsed, PNG. */
  readonly picture: (
    requestId: string,
    picture: number,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
  /** Done with the result: the service may drop it. */
  readonly acknowledge: (requestId: string) => Promise<void>;
};
