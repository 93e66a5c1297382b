import type { PendingQuery, Row } from 'postgres';
import { Cancelled } from '#core/domain/errors.ts';

/** A query that stops being waited for when the signal aborts, and is cancelled on the server. */
export const cancellable = async <T extends readonly (Row | undefined)[]>(
  query: PendingQuery<T>,
  signal: AbortSignal,
): Promise<Awaited<PendingQuery<T>>> => {
  if (signal.aborted) throw new Cancelled('stopped before the query');
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    query.cancel();
    reject(new Cancelled('the query was stopped'));
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([query, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
