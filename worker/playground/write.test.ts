import { describe, expect, it } from 'vitest';
import type { Answer, Citation } from '#core/domain/answer.ts';
import type { CardFile } from '#core/domain/ingestion.ts';
import type { Rendered, RenderedFile, RenderedRun } from '#core/domain/rendered.ts';
import type { Run } from '#core/domain/run.ts';
import { write } from './write.ts';

const cardFile = (given: Partial<CardFile>): CardFile => ({
  ingestionId: 'ingestion',
  shareId: 'share',
  documentId: 'document',
  fileName: 'Handbook.pdf',
  stage: 'INDEXED',
  status: 'READY',
  progress: { done: 0, total: 0 },
  failure: null,
  skippedFor: null,
  sameName: null,
  pageCount: 12,
  segmentCount: 40,
  forgotten: false,
  ...given,
});

const fileOf = (given: Partial<CardFile>): RenderedFile => {
  const rendered = write({ kind: 'card', messageId: 'message', files: [cardFile(given)] });
  const [file] = rendered.kind === 'card' ? rendered.files : [];
  if (file === undefined) throw new Error('no file was written');
  return file;
};

const citation = (label: string, given: Partial<Citation> = {}): Citation => ({
  id: `id-${label}`,
  label,
  documentId: 'document',
  documentName: 'Handbook.pdf',
  fileName: 'Handbook.pdf',
  sourceHash: 'a'.repeat(64),
  segmentId: 'segment',
  generation: 1,
  page: 3,
  boxes: [],
  headingPath: [],
  quote: 'words',
  reason: 'matches',
  unconfirmed: [],
  ...given,
});

const answerOf = (given: Partial<Answer>): Answer => ({
  outcome: 'ANSWERED',
  reason: null,
  type: 'KNOWLEDGE',
  markdown: '',
  citations: [],
  cards: [],
  language: 'en',
  degraded: [],
  stillIndexing: null,
  ...given,
});

const run = (given: Partial<Run>): Run => ({
  id: 'run',
  workspaceId: 'playground',
  turnId: 'turn',
  conversationId: 'conversation',
  libraryId: 'library',
  address: { platform: 'playground', channelId: 'general', threadId: 'message' },
  asker: { id: 'local', name: 'You' },
  intent: 'answer',
  question: 'question',
  scope: { kind: 'library' },
  via: 'FIXED',
  mode: 'STRICT',
  status: 'COMPLETED',
  state: { kind: 'retrieving' },
  progress: { phase: 'searching', text: '' },
  answer: null,
  cancelledBy: null,
  traceId: 'trace',
  history: [],
  createdAt: new Date(0),
  finishedAt: null,
  ...given,
});

const written = (given: Partial<Run>): RenderedRun => {
  const rendered = write({ kind: 'run', run: run(given) });
  if (rendered.kind !== 'run') throw new Error('no run was written');
  return rendered;
};

/** Every string of a tree of blocks, with the kind that it stands in. */
const stringsOf = (rendered: Rendered): string => JSON.stringify(rendered);

describe('a status card', () => {
  it('counts pages while a file is read and passages while it is embedded', () => {
    const reading = fileOf({
      status: 'LIVE',
      stage: 'DOWNLOADED',
      progress: { done: 3, total: 12 },
    });
    expect(reading).toMatchObject({ step: 'reading', done: 3, total: 12 });
    expect(reading.sentence.en).toBe('Reading page 3 of 12');
    const embedding = fileOf({
      status: 'LIVE',
      stage: 'SEGMENTED',
      progress: { done: 8, total: 40 },
    });
    expect(embedding).toMatchObject({ step: 'indexing', done: 8, total: 40 });
  });

  it('offers what a person can do next, and nothing that could only fail', () => {
    expect(fileOf({ status: 'LIVE' }).actions).toEqual(['cancel']);
    expect(fileOf({ status: 'FAILED' }).actions).toEqual(['retry']);
    expect(fileOf({ sameName: 'earlier' })).toMatchObject({
      replaces: 'earlier',
      actions: ['replace', 'forget'],
    });
    expect(fileOf({ forgotten: true, sameName: 'earlier' })).toMatchObject({
      status: 'forgotten',
      replaces: null,
      actions: [],
    });
  });

  it('says why a file failed in a sentence of both languages, not in a code', () => {
    const failure = { stage: 'DOWNLOADED', code: 'PASSWORD_REQUIRED', message: 'inner' } as const;
    const { sentence } = fileOf({ status: 'FAILED', failure });
    expect(sentence.en).toContain('password');
    expect(sentence.zh).toContain('密码');
    expect(`${sentence.en}${sentence.zh}`).not.toContain('PASSWORD_REQUIRED');
    expect(`${sentence.en}${sentence.zh}`).not.toContain('inner');
  });

  it('keeps an odd name as the data it is', () => {
    for (const fileName of ['<img src=x onerror=alert(1)>', 'a\u202Efdp.exe', '@everyone', '$&']) {
      expect(fileOf({ fileName }).name).toBe(fileName);
    }
  });
});

describe('an answer', () => {
  it('lists below exactly the sources that its text cites, in order of first use', () => {
    const rendered = written({
      answer: answerOf({
        markdown: 'One[^2-1]. Two[^1-1][^2-1]. Unknown[^9-9]. `[^1-2]` and arr[1].',
        citations: [citation('1-1'), citation('1-2'), citation('2-1')],
      }),
    });
    expect(rendered.citations.map(({ label }) => label)).toEqual(['2-1', '1-1']);
    const cited = [...stringsOf(rendered).matchAll(/"kind":"citation","label":"([^"]+)"/gu)];
    expect(cited.map(([, label]) => label)).toEqual(['2-1', '1-1', '2-1']);
    expect(stringsOf(rendered)).toContain('arr[1]');
  });

  it('carries no address, no picture and no mark-up out of what a model wrote', () => {
    const rendered = written({
      answer: answerOf({
        markdown:
          'See [here](https://evil.example/?q=secret) ![x](https://evil.example/p.png) <script>alert(1)</script> <b>bold</b>',
      }),
    });
    expect(stringsOf(rendered)).not.toMatch(/evil\.example|script|<b>/u);
    expect(stringsOf(rendered)).toContain('here');
  });

  it('reads the same each time it is written', () => {
    const given = {
      answer: answerOf({ markdown: 'Yes[^1-1].\n\n- a\n- b', citations: [citation('1-1')] }),
    };
    expect(written(given)).toEqual(written(given));
  });

  it('marks what a passage does not confirm', () => {
    const { citations } = written({
      answer: answerOf({
        markdown: '42[^1-1]',
        citations: [citation('1-1', { unconfirmed: ['42'] })],
      }),
    });
    expect(citations[0]?.unconfirmed).toEqual(['42']);
  });

  it('tells apart what was not found, what failed and what was stopped', () => {
    const outcomes = [
      written({ answer: answerOf({ outcome: 'NO_EVIDENCE', reason: 'evidence_too_weak' }) }),
      written({ answer: answerOf({ outcome: 'GENERATION_FAILED', reason: 'model_unavailable' }) }),
      written({ answer: answerOf({ outcome: 'RETRIEVAL_FAILED', reason: 'no_leg_answered' }) }),
      written({ status: 'CANCELLED', cancelledBy: { id: 'local', name: 'Mia' } }),
    ];
    const sentences = outcomes.map(({ sentence }) => sentence?.en);
    expect(new Set(sentences).size).toBe(4);
    expect(sentences.every((sentence) => (sentence ?? '').length > 10)).toBe(true);
    expect(sentences[3]).toBe('Cancelled by Mia');
    expect(outcomes.map(({ actions }) => actions.includes('ask-again'))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('names the search that did not answer and the kind of an answer without a model', () => {
    const { notes } = written({
      answer: answerOf({ type: 'QUOTATION', markdown: 'x', degraded: ['vector'] }),
    });
    expect(notes.map(({ en }) => en).join(' ')).toMatch(/word for word.*search by meaning/u);
  });

  it('shows what is written so far with a way to stop it, and then neither', () => {
    const working = written({
      status: 'RUNNING',
      progress: { phase: 'answering', text: 'So **far**' },
    });
    expect(working).toMatchObject({ phase: 'answering', actions: ['cancel'] });
    expect(stringsOf(working)).toContain('So ');
    const done = written({ answer: answerOf({ markdown: 'Final' }) });
    expect(done).toMatchObject({ phase: 'done', sentence: null, actions: ['why'] });
    expect(stringsOf(done)).not.toContain('So ');
  });
});

describe('a notice', () => {
  it('puts the first line of its detail into the sentence and lists the rest as text', () => {
    const rendered = write({
      kind: 'notice',
      code: 'not_found',
      detail: '$& <b>\nsecond',
      language: 'en',
    });
    expect(rendered).toMatchObject({
      sentence: { en: 'There is no “$& <b>” in this channel.' },
      lines: ['second'],
    });
  });
});
