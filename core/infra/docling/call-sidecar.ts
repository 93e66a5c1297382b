import { z } from 'zod';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';

/** Where the sidecar listens now, and the token of this start; both change when it is restarted. */
export type SidecarAddress = { readonly url: string; readonly token: string };

export type Sidecar = {
  /** Waits for a restart under way. Rejects with Retryable('PARSER_UNAVAILABLE') when none succeeds in time. */
  readonly address: (signal: AbortSignal) => Promise<SidecarAddress>;
};

export type SidecarCall = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer> | FormData;
  readonly timeoutMs: number;
};

export type SidecarReply = { readonly status: number; readonly bytes: Uint8Array };

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const retryAfterMs = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
};

/** Why a call was refused, as the sidecar says it; null where it says nothing. */
export const refusalOf = ({ bytes }: SidecarReply) => {
  try {
    const read = refusalSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data.error : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const send = async (
  { url, token }: SidecarAddress,
  { method, path, body, timeoutMs }: SidecarCall,
  signal: AbortSignal,
): Promise<{ readonly response: Response; readonly bytes: Uint8Array }> => {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, deadline]),
      ...(body === undefined ? {} : { body }),
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (signal.aborted) throw new Cancelled('the call was stopped', { cause: error });
    const what = deadline.aborted ? 'did not answer in time' : 'cannot be reached';
    throw new Retryable('PARSER_UNAVAILABLE', `the parser ${what}`, { cause: error });
  }
};

/**
 * One call to the sidecar. Resolves with every status that means something to the caller (2xx, 400,
 * 404, 409, 422); the others reject: Terminal('TOO_LARGE'), Retryable for a busy, broken or absent
 * service, Cancelled on abort.
 */
export const callSidecar = async (
  sidecar: Sidecar,
  call: SidecarCall,
  signal: AbortSignal,
): Promise<SidecarReply> => {
  const { response, bytes } = await send(await sidecar.address(signal), call, signal);
  const { status } = response;
  if (status === 413) throw new Terminal('TOO_LARGE', 'the parser takes no file of this size');
  if (status === 429) {
    const afterMs = retryAfterMs(response);
    throw new Retryable(
      'PARSER_BUSY',
      'the parser is busy',
      afterMs === undefined ? {} : { afterMs },
    );
  }
  if (status === 504) throw new Retryable('PARSE_TIMEOUT', 'the parser gave up in time');
  const isMeant = (status >= 200 && status < 300) || [400, 404, 409, 422].includes(status);
  if (!isMeant) throw new Retryable('PARSER_UNAVAILABLE', `the parser answered ${status}`);
  return { status, bytes };
};
