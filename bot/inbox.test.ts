import { describe, expect, it } from 'vitest';
import { Retryable } from '#core/domain/errors.ts';
import type { NewQuestion } from '#core/domain/run.ts';
import { createInboxStage } from '#core/testing/inbox-stage.ts';

const said = (key: string, text: string, given: object = {}) => ({
  kind: 'message',
  key,
  channelId: 'general',
  threadId: null,
  language: 'en',
  text,
  files: [],
  ...given,
});

const file = (fileId: string) => ({
  fileId,
  name: `${fileId}.pdf`,
  byteSize: 1,
  contentHash: 'a'.repeat(64),
});

const acted = (key: string, action: object, given: object = {}) => ({
  kind: 'action',
  key,
  channelId: 'general',
  threadId: null,
  language: 'en',
  action: { earlier: null, ...action },
  ...given,
});

describe('the inbox', () => {
  it('asks once for each message, however often the page sends it', async () => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', 'How long?'));
    await stage.receive(said('m1', 'How long?'));
    await stage.drain();
    expect(stage.asked.map(({ question }) => question)).toEqual(['How long?']);
    expect(stage.inbox.rows()).toEqual([{ key: 'm1', status: 'done' }]);
  });

  it('puts the message into its channel, once, even when the row is handled twice', async () => {
    const stage = await createInboxStage();
    stage.failNext('admit', new Retryable('DATABASE_AWAY', 'away'));
    await stage.receive(said('m1', 'How long?'));
    await stage.drain();
    expect(await stage.messages.since('playground', 'general', 0, 10)).toHaveLength(1);
    expect(stage.asked).toHaveLength(1);
  });

  it('answers a question at top level in a thread of its own, and a reply in the same thread', async () => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', 'How long?'));
    await stage.receive(said('m2', 'And how wide?', { threadId: 'm1' }));
    await stage.drain();
    expect(stage.asked.map(({ address }) => address.threadId)).toEqual(['m1', 'm1']);
    expect(stage.asked.map(({ key }) => key.sourceId)).toEqual(['m1', 'm2']);
  });

  it('lets a question that came with files wait for them and be about them', async () => {
    const stage = await createInboxStage();
    await stage.receive(
      said('m1', 'What do they say?', { files: [file('handbook'), file('annex')] }),
    );
    await stage.drain();
    const names = stage.shared.map(({ fileName }) => fileName);
    expect(names).toEqual(['handbook.pdf', 'annex.pdf']);
    expect(stage.asked).toMatchObject([
      { waitForMessageId: 'm1', scope: { kind: 'message', messageId: 'm1' } },
    ] satisfies Partial<NewQuestion>[]);
  });

  it('shares files without a word and asks nothing', async () => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', '', { files: [file('a'), file('b')] }));
    await stage.drain();
    expect(stage.shared).toHaveLength(2);
    expect(stage.asked).toEqual([]);
  });

  it('stops the thread, or the newest question outside of one, and says when there is nothing', async () => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', 'How long?'));
    await stage.receive(said('m2', 'stop', { threadId: 'm1' }));
    await stage.receive(said('m3', '停止', { language: 'zh' }));
    await stage.drain();
    expect(stage.cancelled).toMatchObject([{ kind: 'thread', address: { threadId: 'm1' } }]);
    expect(stage.told.map(({ code }) => code)).toEqual(['nothing_to_stop', 'nothing_to_stop']);
  });

  it.each([
    ['nothing but signs', '/anchr ask ???', 'empty_question'],
    ['no question', '/anchr ask', 'empty_question'],
    ['10,000 characters', 'x'.repeat(10_000), 'question_too_long'],
    ['an unknown command', '/anchr dance', 'unknown_command'],
    ['no such document', '/anchr forget Nothing.pdf', 'not_found'],
  ])('ends %s in a sentence', async (_what, text, code) => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', text));
    await stage.drain();
    expect(stage.told).toMatchObject([{ code, threadId: 'm1' }]);
    expect(stage.asked).toEqual([]);
  });

  it('asks what looks like mark-up as it is written', async () => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', '<script>alert(1)</script>?'));
    await stage.drain();
    expect(stage.asked[0]?.question).toBe('<script>alert(1)</script>?');
  });

  it('deleting a message takes its files and its questions along, without a word', async () => {
    const stage = await createInboxStage();
    await stage.receive(said('m1', 'What?', { files: [file('a')] }));
    await stage.receive(acted('a1', { kind: 'delete-message', id: 'm1' }));
    await stage.drain();
    expect(stage.unshared).toEqual(['m1']);
    expect(stage.cancelled).toMatchObject([{ kind: 'thread', address: { threadId: 'm1' } }]);
    expect((await stage.messages.find('playground', 'm1'))?.deleted).toBe(true);
    expect(stage.told).toEqual([]);
  });

  it('gives a row up that can never be read, and never tries it again', async () => {
    const stage = await createInboxStage();
    await stage.receive({ key: 'm1', kind: 'nonsense' });
    await stage.drain();
    expect(stage.inbox.rows()).toEqual([{ key: 'm1', status: 'abandoned' }]);
  });

  it('says so in the thread when a row fails every time', async () => {
    const stage = await createInboxStage();
    for (let tries = 0; tries < 8; tries += 1) stage.failNext('admit', new Error('broken'));
    await stage.receive(said('m1', 'How long?'));
    await stage.drain();
    expect(stage.inbox.rows()).toEqual([{ key: 'm1', status: 'abandoned' }]);
    expect(stage.told).toMatchObject([{ code: 'not_understood', threadId: 'm1' }]);
  });
});
