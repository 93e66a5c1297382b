import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';
import type { Model, ModelReply, ModelRequest } from '#core/ports/model.ts';

export type OpenAiModelOptions = {
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
};

type Format = 'json_schema' | 'json_object' | 'none';
/** From the strictest way of asking for JSON to none; the first that the endpoint takes is remembered. */
const formats: readonly Format[] = ['json_schema', 'json_object', 'none'];

/** Any OpenAI-compatible chat endpoint, streamed. An abort closes its socket; nothing is tried twice. */
export const createOpenAiModel = ({ url, name, key }: OpenAiModelOptions): Model => {
  // Its own log would quote what the model said.
  const client = new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    maxRetries: 0,
    logLevel: 'off',
  });
  let format = 0;
  return {
    name,
    complete: async (request, onText, signal) => {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const within = AbortSignal.any([signal, timeout]);
      for (;;) {
        try {
          return await stream(client, name, request, formats[format] ?? 'none', onText, within);
        } catch (error) {
          if (isFormatRefused(error) && format < formats.length - 1) {
            format += 1;
            continue;
          }
          throw verdictOf(error, signal, timeout);
        }
      }
    },
  };
};

const stream = async (
  client: OpenAI,
  model: string,
  request: ModelRequest,
  format: Format,
  onText: (delta: string) => void,
  signal: AbortSignal,
): Promise<ModelReply> => {
  const chunks = await client.chat.completions.create(
    {
      model,
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      temperature: request.temperature,
      max_tokens: request.maximumOutputTokens,
      stream: true,
      stream_options: { include_usage: true },
      ...responseFormat(request, format),
    },
    { signal },
  );
  let text = '';
  let finish: string | null = null;
  let tokens = { input: 0, output: 0 };
  let answeredBy = model;
  for await (const chunk of chunks) {
    const [choice] = chunk.choices;
    const delta = choice?.delta.content ?? '';
    if (delta !== '') {
      text += delta;
      onText(delta);
    }
    finish = choice?.finish_reason ?? finish;
    answeredBy = chunk.model === '' ? answeredBy : chunk.model;
    const { usage } = chunk;
    if (usage) tokens = { input: usage.prompt_tokens, output: usage.completion_tokens };
  }
  if (signal.aborted) throw new APIUserAbortError();
  if (finish === null) {
    throw new Retryable('model_unavailable', 'the model broke off in the middle of its reply');
  }
  return { text, finish: finishOf(finish), tokens, model: answeredBy };
};

const finishOf = (reason: string): ModelReply['finish'] =>
  reason === 'stop' || reason === 'length' ? reason : 'other';

const responseFormat = ({ schema }: ModelRequest, format: Format) => {
  switch (format) {
    case 'json_schema':
      return {
        response_format: {
          type: 'json_schema',
          json_schema: { name: schema.name, schema: { ...schema.schema }, strict: true },
        },
      } as const;
    case 'json_object':
      return { response_format: { type: 'json_object' } } as const;
    case 'none':
      return {};
  }
};

const isFormatRefused = (error: unknown): boolean =>
  error instanceof APIError &&
  (error.status === 400 || error.status === 422) &&
  /response_format|json_schema|json_object/i.test(error.message);

const verdictOf = (error: unknown, signal: AbortSignal, timeout: AbortSignal): Error => {
  if (error instanceof Retryable) return error;
  if (signal.aborted) return new Cancelled('the model call was stopped', { cause: error });
  if (timeout.aborted || error instanceof APIConnectionTimeoutError) {
    return new Retryable('model_unavailable', 'the model took too long', { cause: error });
  }
  if (error instanceof APIError && error.status !== undefined && isFinal(error.status)) {
    const message = `the model endpoint refused the call (${error.status})`;
    return new Terminal('model_unavailable', message, { cause: error });
  }
  return new Retryable('model_unavailable', 'the model did not answer as it should', {
    cause: error,
  });
};

const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;
