import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the command line', () => {
  it('takes the words of a question as they stand, and options anywhere', () => {
    expect(readArguments(['ask', '--channel', 'ops', 'how', 'long?', '--json'])).toEqual({
      command: 'ask',
      words: ['how', 'long?'],
      channel: 'ops',
      json: true,
      document: null,
      questions: null,
    });
  });

  it.each([
    [[], /command is missing/],
    [['dance'], /no command "dance"/],
    [['ask'], /needs a question/],
    [['forget'], /needs something/],
    [['docs', '--colour'], /--colour/],
  ])('says what is wrong with %j', (given, sentence) => {
    expect(() => readArguments(given)).toThrow(sentence);
  });

  it('needs no question where a file of questions is named', () => {
    expect(readArguments(['ask', '--questions', 'q.jsonl']).questions).toBe('q.jsonl');
  });
});
