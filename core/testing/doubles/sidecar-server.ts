import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Sidecar } from '#core/infra/docling/call-sidecar.ts';

export type SidecarRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: Buffer;
  readonly authorization: string | null;
};

export type SidecarAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly bytes?: Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks without an answer, as when the process dies. */
  | { readonly kind: 'dies' }
  /** Accepted, and never answered. */
  | { readonly kind: 'hangs' };

export type SidecarServer = {
  readonly sidecar: Sidecar;
  readonly requests: readonly SidecarRequest[];
  readonly url: string;
  readonly close: () => Promise<void>;
};

export const answer = (
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): SidecarAnswer => ({ kind: 'answer', status, body, headers });

export const parseStatus = (
  status: 'queued' | 'running' | 'succeeded' | 'failed',
  more: Readonly<Record<string, unknown>> = {},
): SidecarAnswer =>
  answer(200, {
    status,
    page: null,
    pages: null,
    code: null,
    message: null,
    retryable: null,
    ...more,
  });

const respond = (response: ServerResponse, reply: SidecarAnswer): void => {
  if (reply.kind === 'hangs') return;
  if (reply.kind === 'dies') {
    response.destroy();
    return;
  }
  const { status, body, bytes, headers } = reply;
  const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(bytes ?? (body === undefined ? '' : JSON.stringify(body)));
};

/** A sidecar that says what the script says; a request that the script does not know is answered 500. */
export const startSidecarServer = async (
  script: (request: SidecarRequest, earlier: number) => SidecarAnswer | null,
): Promise<SidecarServer> => {
  const requests: SidecarRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = request;
    const body = await buffer(request);
    const known = { method, path, body, authorization: request.headers.authorization ?? null };
    const earlier = requests.filter((one) => one.method === method && one.path === path).length;
    requests.push(known);
    respond(response, script(known, earlier) ?? answer(500));
  };
  const server: Server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const { port } = address;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    requests,
    sidecar: { address: async () => ({ url, token: 't'.repeat(32) }) },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
