import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the server does with one request; each is used up in turn, the last one repeats. */
export type ModelScript =
  | { readonly kind: 'reply'; readonly text: string; readonly finish?: 'stop' | 'length' }
  /** Sends a beginning and then nothing, until the client goes away. */
  | { readonly kind: 'hang'; readonly text: string }
  /** Ends in the middle without a finish. */
  | { readonly kind: 'break-off'; readonly text: string }
  | { readonly kind: 'drop'; readonly text: string }
  | { readonly kind: 'rubbish' }
  | { readonly kind: 'refuse'; readonly status: number; readonly message: string };

export type ModelServer = {
  readonly url: string;
  /** Bodies of all requests so far. */
  readonly requests: readonly unknown[];
  readonly openSockets: () => number;
  readonly script: (...steps: readonly ModelScript[]) => void;
  readonly close: () => Promise<void>;
};

/** An OpenAI-compatible chat endpoint that does as it is told; a request without a script is a fault. */
export const startModelServer = async (): Promise<ModelServer> => {
  const requests: unknown[] = [];
  let steps: ModelScript[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const take = async (): Promise<void> => {
      requests.push(await readBody(request));
      const step = steps.length > 1 ? steps.shift() : steps[0];
      act(step ?? { kind: 'refuse', status: 500, message: 'not scripted' }, response);
    };
    void take();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    openSockets: () => open.size,
    script: (...given) => {
      steps = [...given];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
};

const act = (step: ModelScript, response: ServerResponse): void => {
  if (step.kind === 'refuse') {
    response.writeHead(step.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: step.message } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (step.kind === 'rubbish') {
    response.end('data: <html>no model here</html>\n\n');
    return;
  }
  for (const piece of step.text.match(/[^]{1,5}/g) ?? []) send(response, piece, null);
  switch (step.kind) {
    case 'reply':
      send(response, '', step.finish ?? 'stop');
      response.write(`data: ${JSON.stringify(usageChunk)}\n\n`);
      response.end('data: [DONE]\n\n');
      return;
    case 'break-off':
      response.end();
      return;
    case 'drop':
      setTimeout(() => response.destroy(), 20);
      return;
    case 'hang':
  }
};

const frame = { id: 'reply', object: 'chat.completion.chunk', created: 1, model: 'scripted' };
const usageChunk = {
  ...frame,
  choices: [],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
};

const send = (response: ServerResponse, content: string, finish: string | null): void => {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish }];
  response.write(`data: ${JSON.stringify({ ...frame, choices })}\n\n`);
};
