import { z } from 'zod';
import type { Found } from '#core/domain/run.ts';
import type { AnswerMode } from '#core/domain/answer.ts';
import type { Model, ModelReply } from '#core/ports/model.ts';
import { jsonReply } from './json-reply.ts';
import { answerPrompt } from './prompts.ts';
import { createTextReader } from './streamed-text.ts';

/** A reply as the model gave it: still a candidate, nothing of it is shown as an answer yet. */
export type Draft =
  | { readonly kind: 'answered'; readonly markdown: string; readonly reply: ModelReply }
  | { readonly kind: 'no-evidence'; readonly reply: ModelReply }
  | { readonly kind: 'illegal'; readonly why: string; readonly reply: ModelReply };

const replySchema = z.object({
  status: z.enum(['ANSWERED', 'NO_EVIDENCE']),
  answer: z.string().max(20_000),
});
const jsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'answer'],
  properties: {
    status: { type: 'string', enum: ['ANSWERED', 'NO_EVIDENCE'] },
    answer: { type: 'string' },
  },
};
const maximumOutputTokens = 2_000;

export type Asked = {
  readonly question: string;
  readonly mode: AnswerMode;
  readonly found: Found;
  readonly fence: string;
  readonly rejected: { readonly draft: string; readonly why: string } | null;
  readonly timeoutMs: number;
};

/**
 * The one model call. `onText` receives the answer's text as it grows, never protocol fields, and never
 * a citation marker that is not validated yet. Rejects as the model port does.
 */
export const draftAnswer = async (
  model: Model,
  asked: Asked,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<Draft> => {
  const { question, mode, found, fence, rejected, timeoutMs } = asked;
  const { query } = found.trace;
  const reader = createTextReader(onText);
  const reply = await model.complete(
    {
      messages: answerPrompt({ question, query, mode, evidence: found.evidence, fence, rejected }),
      temperature: 0,
      maximumOutputTokens,
      schema: { name: 'cited_answer', schema: jsonSchema },
      timeoutMs,
    },
    (delta) => reader.push(delta),
    signal,
  );
  return judge(reply);
};

const judge = (reply: ModelReply): Draft => {
  if (reply.finish === 'length') {
    return { kind: 'illegal', why: 'it was cut off by its length; be shorter.', reply };
  }
  const parsed = jsonReply(reply.text, replySchema);
  if (parsed === null) {
    const why = 'it was not JSON with "status" and "answer".';
    return { kind: 'illegal', why, reply };
  }
  return parsed.status === 'NO_EVIDENCE'
    ? { kind: 'no-evidence', reply }
    : { kind: 'answered', markdown: parsed.answer, reply };
};
