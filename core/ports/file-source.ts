import type { Share } from '#core/domain/share.ts';

export type FetchedFile = { readonly bytes: Uint8Array; readonly mediaType: string };

/** A shared file's bytes from its platform. Rejects with Terminal('DOWNLOAD_FAILED' | 'TOO_LARGE' …) or Retryable. */
export type FileSource = {
  readonly fetch: (share: Share, maximumBytes: number, signal: AbortSignal) => Promise<FetchedFile>;
};
