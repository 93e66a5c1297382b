import { describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';
import type { PastTurn } from '#core/domain/run.ts';
import { never, replyOf, scriptedModel } from '#core/testing/ask-stage.ts';
import type { ScriptedModel } from '#core/testing/ask-stage.ts';
import { rewrite } from './02-rewrite.ts';

const turn = (question: string, answer = 'Because.'): PastTurn => ({ question, answer });
const history = [turn('How long is the warranty of the pump?', '24 months.')];
const followUp = { text: 'And of the valve?', history };
const plain = 'How long is the warranty of the pump?\nAnd of the valve?';

const good = {
  standaloneQuestion: 'How long is the warranty of the valve?',
  keywords: ['valve', 'warranty'],
  confidence: 0.9,
};
const json = JSON.stringify;

/** The turns that the model was shown. */
const shown = ({ requests }: ScriptedModel): readonly PastTurn[] => {
  const content = requests[0]?.messages.at(-1)?.content ?? '';
  return JSON.parse(content).conversation;
};
const shownOf = async (turns: readonly PastTurn[]): Promise<readonly PastTurn[]> => {
  const model = scriptedModel(replyOf(json(good)));
  await rewrite(model, { text: 'And then?', history: turns }, never);
  return shown(model);
};

describe('the rewrite of a follow-up', () => {
  it('leaves a first question alone and calls no model for it', async () => {
    const model = scriptedModel();
    const rewritten = await rewrite(model, { text: 'How long?', history: [] }, never);
    expect(rewritten).toMatchObject({ query: 'How long?', how: 'none', modelCalls: 0 });
    expect(model.requests).toEqual([]);
  });

  it('searches with the question before it where no model is configured', async () => {
    expect(await rewrite(null, followUp, never)).toMatchObject({
      query: plain,
      keywords: [],
      how: 'history',
      modelCalls: 0,
    });
  });

  it('takes the standing-alone question, the keywords and the count of tokens', async () => {
    const model = scriptedModel(replyOf(json(good)));
    expect(await rewrite(model, followUp, never)).toEqual({
      query: good.standaloneQuestion,
      keywords: good.keywords,
      how: 'model',
      modelCalls: 1,
      tokens: { input: 30, output: 4 },
    });
    expect(model.requests[0]).toMatchObject({ temperature: 0, timeoutMs: 8_000 });
  });

  it('does without keywords and confidence where the reply has none', async () => {
    const bare = json({ standaloneQuestion: '  How long for the valve?  ' });
    const rewritten = await rewrite(scriptedModel(replyOf(bare)), followUp, never);
    expect(rewritten).toMatchObject({ query: 'How long for the valve?', keywords: [] });
  });

  it.each([
    ['no JSON', 'How long is the warranty of the valve?'],
    ['JSON that was cut off', json(good).slice(0, -5)],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', json([good])],
    ['no question', json({ keywords: [], confidence: 1 })],
    ['an empty question', json({ ...good, standaloneQuestion: ' \n ' })],
    ['a question of 4,001 characters', json({ ...good, standaloneQuestion: 'x'.repeat(4_001) })],
    ['a question that is a number', json({ ...good, standaloneQuestion: 7 })],
    ['keywords in one text', json({ ...good, keywords: 'valve warranty' })],
    ['keywords that are numbers', json({ ...good, keywords: [1, 2] })],
    ['nine keywords', json({ ...good, keywords: 'a b c d e f g h i'.split(' ') })],
    ['a keyword of 101 characters', json({ ...good, keywords: ['x'.repeat(101)] })],
    ['a confidence above 1', json({ ...good, confidence: 90 })],
  ])('falls back to the question with the one before it after %s', async (_what, text) => {
    expect(await rewrite(scriptedModel(replyOf(text)), followUp, never)).toEqual({
      query: plain,
      keywords: [],
      how: 'failed',
      modelCalls: 1,
      // Paid for, although of no use.
      tokens: { input: 30, output: 4 },
    });
  });

  it.each([
    new Retryable('model_unavailable', 'the model took too long'),
    new Terminal('model_unavailable', 'no such key'),
    new Error('something else'),
  ])('falls back as well when the model fails: %s', async (error) => {
    expect(await rewrite(scriptedModel(error), followUp, never)).toMatchObject({
      query: plain,
      how: 'failed',
      modelCalls: 1,
      tokens: { input: 0, output: 0 },
    });
  });

  it('passes a cancellation on', async () => {
    const cancelled = rewrite(scriptedModel(new Cancelled()), followUp, never);
    await expect(cancelled).rejects.toBeInstanceOf(Cancelled);
    const stopped = AbortSignal.abort(new Cancelled('stopped'));
    const late = rewrite(scriptedModel(replyOf(json(good))), followUp, stopped);
    await expect(late).rejects.toBeInstanceOf(Cancelled);
  });
});

describe('what the model sees of a conversation', () => {
  it('is the newest five turns, oldest first', async () => {
    const turns = ['1', '2', '3', '4', '5', '6', '7'].map((number) => turn(number));
    expect((await shownOf(turns)).map(({ question }) => question)).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
  });

  it('is cut to 1,200 characters in each field', async () => {
    const [only] = await shownOf([turn('q'.repeat(1_201), 'a'.repeat(5_000))]);
    expect(only).toEqual(turn('q'.repeat(1_200), 'a'.repeat(1_200)));
  });

  it('is 6,000 characters at most: the newest turns that fit', async () => {
    const long = (letter: string): PastTurn => turn(letter.repeat(1_200), letter.repeat(1_200));
    const exact = turn('x'.repeat(600), 'x'.repeat(600));
    const kept = await shownOf([long('a'), long('b'), long('c')]);
    expect(kept.map(({ question }) => question[0])).toEqual(['b', 'c']);
    expect(await shownOf([exact, long('b'), long('c')])).toHaveLength(3);
    expect(await shownOf([turn('', 'x'), exact, long('b'), long('c')])).toHaveLength(3);
  });
});
