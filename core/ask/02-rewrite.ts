import { z } from 'zod';
import { Cancelled } from '#core/domain/errors.ts';
import type { PastTurn } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { Model } from '#core/ports/model.ts';
import { jsonReply } from './json-reply.ts';
import { rewritePrompt } from './prompts.ts';
import type { Question } from './question.ts';

export type Rewritten = {
  /** What is searched for; the answer is always to the original question. */
  readonly query: string;
  /** For the keyword leg only. */
  readonly keywords: readonly string[];
  readonly how: Trace['rewrite'];
  readonly modelCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
};

/** Own timeout of the rewrite. Source: ask.md 02, a starting value. */
const timeoutMs = 8_000;
const maximumTurns = 5;
const maximumFieldCharacters = 1_200;
const maximumHistoryCharacters = 6_000;

const replySchema = z.object({
  standaloneQuestion: z.string().trim().min(1).max(4_000),
  keywords: z.array(z.string().max(100)).max(8).default([]),
  confidence: z.number().min(0).max(1).default(1),
});
const jsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['standaloneQuestion', 'keywords', 'confidence'],
  properties: {
    standaloneQuestion: { type: 'string' },
    keywords: { type: 'array', items: { type: 'string' } },
    confidence: { type: 'number' },
  },
};

const noTokens = { input: 0, output: 0 };

/**
 * A follow-up → a query that stands alone. Without earlier turns, nothing; without a model, the
 * question before it is searched with it, the best plain query on multi-turn questions (bench/README.md).
 * Any timeout, error or illegal reply falls back to that as well, and is traced.
 */
export const rewrite = async (
  model: Model | null,
  question: Pick<Question, 'text' | 'history'>,
  signal: AbortSignal,
): Promise<Rewritten> => {
  const { text, history } = question;
  const plain = plainQuery(text, history);
  const unchanged = { query: plain, keywords: [], modelCalls: 0, tokens: noTokens };
  if (history.length === 0) return { ...unchanged, how: 'none' };
  if (model === null) return { ...unchanged, how: 'history' };
  let tokens: Rewritten['tokens'] = noTokens;
  try {
    const request = {
      messages: rewritePrompt(text, clip(history)),
      temperature: 0,
      maximumOutputTokens: 1_000,
      schema: { name: 'standalone_question', schema: jsonSchema },
      timeoutMs,
    };
    const reply = await model.complete(request, () => {}, signal);
    // Counted before the reply is judged: an illegal one was paid for as well.
    ({ tokens } = reply);
    const read = jsonReply(reply.text, replySchema);
    if (read === null) return { ...unchanged, how: 'failed', modelCalls: 1, tokens };
    const { standaloneQuestion, keywords } = read;
    return { query: standaloneQuestion, keywords, how: 'model', modelCalls: 1, tokens };
  } catch (error) {
    if (error instanceof Cancelled || signal.aborted) throw error;
    return { ...unchanged, how: 'failed', modelCalls: 1, tokens };
  }
};

const plainQuery = (text: string, history: readonly PastTurn[]): string => {
  const before = history.at(-1)?.question;
  return before === undefined ? text : `${before}\n${text}`;
};

/** The latest turns that fit, each field cut to its limit. */
const clip = (history: readonly PastTurn[]): readonly PastTurn[] => {
  const kept: PastTurn[] = [];
  let left = maximumHistoryCharacters;
  for (const turn of history.slice(-maximumTurns).toReversed()) {
    const question = turn.question.slice(0, maximumFieldCharacters);
    const answer = turn.answer.slice(0, maximumFieldCharacters);
    left -= question.length + answer.length;
    if (left < 0) break;
    kept.unshift({ question, answer });
  }
  return kept;
};
