import { describe, expect, it } from 'vitest';
import { readCommand } from './commands.ts';

const question = (text: string, given: object = {}) => ({
  kind: 'question',
  intent: 'answer',
  question: text,
  narrowing: { kind: 'kept' },
  ...given,
});

describe('the grammar of a message', () => {
  it('reads every plain text as a question', () => {
    for (const text of [
      'How long?',
      '多久更换一次？',
      '<script>alert(1)</script>',
      'stop the pump?',
    ]) {
      expect(readCommand(text)).toEqual(question(text));
    }
  });

  it('reads a lone stop word as stop, in both languages', () => {
    for (const text of [
      'stop',
      ' Stop. ',
      'CANCEL',
      '停止',
      '取消。',
      '/anchr cancel',
      '@Anchr stop',
    ]) {
      expect(readCommand(text)).toEqual({ kind: 'stop' });
    }
  });

  it('reads the commands', () => {
    expect(readCommand('/anchr ask How long?')).toEqual(question('How long?'));
    expect(readCommand('/anchr search filter')).toEqual(question('filter', { intent: 'search' }));
    expect(readCommand('/anchr docs')).toEqual({ kind: 'inform', topic: 'documents' });
    expect(readCommand('/ANCHR Why')).toEqual({ kind: 'inform', topic: 'why' });
    expect(readCommand('/anchr forget "My handbook.pdf"')).toEqual({
      kind: 'curate',
      act: { kind: 'forget-named', name: 'My handbook.pdf' },
    });
    expect(readCommand('/anchr')).toEqual({ kind: 'inform', topic: 'help' });
  });

  it('says that a slash command does not exist, and takes other words to the bot as a question', () => {
    expect(readCommand('/anchr dance now')).toEqual({ kind: 'unknown', verb: 'dance' });
    expect(readCommand('@Anchr how long?')).toEqual(question('how long?'));
    expect(readCommand('@anchrman said so')).toEqual(question('@anchrman said so'));
  });

  it('narrows a question to a named document, whatever the quotes', () => {
    const narrowing = { kind: 'named', name: 'The Handbook' };
    for (const text of [
      'in:"The Handbook" How long?',
      'in: “The Handbook” How long?',
      'in：「The Handbook」How long?',
      '/anchr ask in:"The Handbook" How long?',
    ]) {
      expect(readCommand(text)).toEqual(question('How long?', { narrowing }));
    }
    expect(readCommand('in:* How long?')).toEqual(
      question('How long?', { narrowing: { kind: 'everything' } }),
    );
    expect(readCommand('in: general, how long?')).toMatchObject({ kind: 'question' });
  });

  it('ends for any text', () => {
    for (const text of [
      '',
      ' ',
      '\0',
      'x'.repeat(10_000),
      'in:"',
      '/anchr forget',
      '\u202E/anchr',
    ]) {
      expect(readCommand(text).kind).toBeTypeOf('string');
    }
  });
});
