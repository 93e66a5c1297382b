export type ModelMessage = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
};

export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly temperature: number;
  readonly maximumOutputTokens: number;
  /** JSON schema that the reply must follow; asked for natively where the endpoint can, and in words. */
  readonly schema: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly timeoutMs: number;
};

export type ModelReply = {
  readonly text: string;
  readonly finish: 'stop' | 'length' | 'other';
  readonly tokens: { readonly input: number; readonly output: number };
  readonly model: string;
};

/** Any OpenAI-compatible endpoint. Rejects with Retryable('model_unavailable'), Terminal('model_unavailable'), Cancelled. */
export type Model = {
  readonly name: string;
  /** `onText` receives raw text as it streams. */
  readonly complete: (
    request: ModelRequest,
    onText: (delta: string) => void,
    signal: AbortSignal,
  ) => Promise<ModelReply>;
};
