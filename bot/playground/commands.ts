import type { CurateAct, InformTopic } from '#core/domain/intention.ts';
import type { RunIntent } from '#core/domain/run.ts';

/** What a message's text asks for, before anything is looked up. */
export type Command =
  | {
      readonly kind: 'question';
      readonly intent: RunIntent;
      readonly question: string;
      readonly narrowing: Narrowing;
    }
  | { readonly kind: 'stop' }
  | { readonly kind: 'inform'; readonly topic: InformTopic }
  | { readonly kind: 'curate'; readonly act: CurateAct }
  | { readonly kind: 'unknown'; readonly verb: string }
  /** Files without a word. */
  | { readonly kind: 'nothing' };

/** 'kept': as the conversation had it. */
export type Narrowing =
  | { readonly kind: 'kept' }
  | { readonly kind: 'everything' }
  | { readonly kind: 'named'; readonly name: string };

const addressed = /^(?:\/anchr|@anchr)(?![\p{L}\p{N}_])[\s,:：，]*/iu;
const stopWord = /^(?:stop|cancel|停止|取消|停)[.!。！]?$/iu;
/** `in:"Two words"`, `in:Handbook.pdf`, with straight, curly or corner quotes. */
const narrowed = /^in[:：]\s*(?:["“”「『]([^"“”」』]*)["“”」』]|(\S+))\s*/iu;

/** The local page is plain: a text without a command is a question. */
export const readCommand = (text: string): Command => {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'nothing' };
  if (stopWord.test(trimmed)) return { kind: 'stop' };
  if (!addressed.test(trimmed)) return questionOf('answer', trimmed);
  const rest = trimmed.replace(addressed, '');
  if (rest === '') return { kind: 'inform', topic: 'help' };
  if (stopWord.test(rest)) return { kind: 'stop' };
  return trimmed.startsWith('/') ? readSlash(rest) : readMention(rest);
};

const verbs = /^(\S+)\s*([\s\S]*)$/u;

/** A mention without a known verb is a question; a slash command without one is a mistake. */
const readMention = (rest: string): Command => {
  const command = readSlash(rest);
  return command.kind === 'unknown' ? questionOf('answer', rest) : command;
};

const topics: ReadonlyMap<string, InformTopic> = new Map([
  ['docs', 'documents'],
  ['status', 'status'],
  ['why', 'why'],
  ['help', 'help'],
]);

const isAct = (verb: string): verb is 'forget' | 'reindex' | 'retry' =>
  verb === 'forget' || verb === 'reindex' || verb === 'retry';

const readSlash = (rest: string): Command => {
  const [, written = '', argument = ''] = verbs.exec(rest) ?? [];
  const verb = written.toLowerCase();
  const topic = topics.get(verb);
  if (topic !== undefined) return { kind: 'inform', topic };
  if (isAct(verb)) {
    return { kind: 'curate', act: { kind: `${verb}-named`, name: unquoted(argument) } };
  }
  if (verb === 'ask') return questionOf('answer', argument);
  if (verb === 'search') return questionOf('search', argument);
  return stopWord.test(verb) ? { kind: 'stop' } : { kind: 'unknown', verb: written };
};

const questionOf = (intent: RunIntent, text: string): Command => {
  const match = narrowed.exec(text);
  if (match === null)
    return { kind: 'question', intent, question: text, narrowing: { kind: 'kept' } };
  const name = (match[1] ?? match[2] ?? '').trim();
  const question = text.slice(match[0].length);
  const everything = name === '*' || name === '';
  return {
    kind: 'question',
    intent,
    question,
    narrowing: everything ? { kind: 'everything' } : { kind: 'named', name },
  };
};

const unquoted = (text: string): string => text.trim().replace(/^["“”「『]|["“”」』]$/gu, '');
