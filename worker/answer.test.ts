import { describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import type { RunProgress, RunState } from '#core/domain/run.ts';
import { sentencesFor } from '#core/domain/sentences.ts';
import { answered, answerStage, found, rejected } from '#core/testing/answer-stage.ts';
import type { Steps } from '#core/testing/answer-stage.ts';
import { settle } from '#core/testing/manual-clock.ts';

const answeringState: RunState = { kind: 'answering', found, rejected: null };
const failing = (reason: unknown) => () => Promise.reject(reason);
const staleAt = (wanted: number) => (number: number) => {
  if (number === wanted) throw new Stale();
};
const deleted = (number: number) => {
  if (number === 1) throw new Terminal('document_deleted', 'gone');
};
const writing = (draft: (onText: (text: string) => void) => Promise<void>): Partial<Steps> => ({
  draft: async (_run, _state, onText) => {
    await draft(onText);
    return answered;
  },
});
const onlyText =
  (act: () => void | Promise<void>) =>
  (_number: number, { text }: RunProgress): void | Promise<void> =>
    text === '' ? undefined : act();

describe('answering a run', () => {
  it('commits each state before it acts on it, and finishes once with the answer', async () => {
    const one = answerStage({});
    await one.perform();
    expect(one.committed.map(({ kind, progress }) => [kind, progress.phase])).toEqual([
      ['retrieving', 'searching'],
      ['answering', 'answering'],
    ]);
    expect(one.finished).toHaveLength(1);
    expect(one.finished[0]).toMatchObject({
      status: 'COMPLETED',
      answer: { outcome: 'ANSWERED', type: 'KNOWLEDGE', degraded: ['vector'], language: 'zh' },
    });
    expect(one.woken).toEqual(['delivery', 'delivery', 'delivery', 'run']);
  });

  it('goes on from stored evidence and does not search again', async () => {
    const one = answerStage({
      state: answeringState,
      steps: { retrieve: failing(new Error('again')) },
    });
    await one.perform(2);
    expect(one.finished[0]?.answer.outcome).toBe('ANSWERED');
  });

  it('shows a repair as checking, and gives up after the second refused draft', async () => {
    const one = answerStage({ steps: { draft: async () => rejected } });
    await one.perform();
    expect(one.committed.map(({ progress }) => progress.phase)).toEqual([
      'searching',
      'answering',
      'checking',
    ]);
    expect(one.finished[0]).toMatchObject({
      status: 'FAILED',
      answer: { outcome: 'GENERATION_FAILED', reason: 'missing_citation', cards: found.cards },
    });
  });

  it('gives up a run that was interrupted five times, without another step', async () => {
    const untouched = { retrieve: failing(new Error('no')), draft: failing(new Error('no')) };
    const one = answerStage({ state: answeringState, steps: untouched });
    await one.perform(6);
    expect(one.committed).toEqual([]);
    expect(one.finished[0]?.answer).toMatchObject({
      outcome: 'GENERATION_FAILED',
      reason: 'interrupted',
      cards: found.cards,
    });
  });

  it('logs ids, counts and the outcome, and none of the words', async () => {
    const one = answerStage({});
    await one.perform();
    expect(one.logged).toMatchObject([
      { event: 'answer', fields: { runId: 'run-1', traceId: 'trace-1', outcome: 'ANSWERED' } },
    ]);
    expect(JSON.stringify(one.logged)).not.toMatch(/months|secret|How long/);
  });
});

describe('a lost lease', () => {
  it.each([
    ['before the search', { onCommit: staleAt(1) }, 0],
    ['before the draft', { onCommit: staleAt(2) }, 1],
    ['before the repair', { onCommit: staleAt(3), steps: { draft: async () => rejected } }, 2],
    ['at the end', { onFinish: staleAt(1) }, 2],
  ])('%s drops the result and writes nothing more', async (_when, given, written) => {
    const one = answerStage(given);
    await expect(one.perform()).rejects.toBeInstanceOf(Stale);
    expect(one.committed).toHaveLength(written);
    expect(one.finished).toEqual([]);
    expect(one.logged).toEqual([]);
  });

  it.each(['retrieve', 'draft'] as const)(
    'during %s drops what the step brings back',
    async (step) => {
      const lease = new AbortController();
      const events = { retrieve: { kind: 'evidence-found', found }, draft: answered } as const;
      const lose = async () => {
        lease.abort(new Stale());
        return events[step];
      };
      const one = answerStage({ steps: { [step]: lose } });
      await expect(one.perform(1, lease.signal)).rejects.toBeInstanceOf(Stale);
      expect(one.finished).toEqual([]);
      expect(one.committed).toHaveLength(step === 'retrieve' ? 1 : 2);
    },
  );

  it.each(['retrieve', 'draft'] as const)(
    'during %s is not told as a failure of the step',
    async (step) => {
      const lease = new AbortController();
      const one = answerStage({
        steps: {
          [step]: async () => {
            lease.abort(new Stale());
            throw new Error('the connection was closed');
          },
        },
      });
      await expect(one.perform(1, lease.signal)).rejects.toThrow('connection was closed');
      expect(one.finished).toEqual([]);
      expect(one.logged).toEqual([]);
    },
  );
});

describe('streaming', () => {
  it('commits the latest text every 300 ms, also while the model pauses', async () => {
    const one = answerStage({
      steps: writing(async (onText) => {
        onText('It');
        await one.clock.advance(100);
        onText('It lasts');
        onText('It lasts 2');
        await one.clock.advance(199);
        expect(one.texts()).toEqual(['It']);
        await one.clock.advance(1);
        expect(one.texts()).toEqual(['It', 'It lasts 2']);
      }),
    });
    await one.perform();
    expect(one.finished).toHaveLength(1);
  });

  it('commits no text any more once the draft ended', async () => {
    const one = answerStage({
      steps: writing(async (onText) => {
        onText('It');
        await settle();
        onText('It lasts');
      }),
    });
    await one.perform();
    expect(one.clock.sleeping()).toBe(0);
    expect(one.texts()).toEqual(['It']);
  });

  it('commits nothing when the draft ends just as a text is due', async () => {
    const one = answerStage({
      // Due already; its turn comes after the end of the draft.
      sleep: settle,
      steps: writing(async (onText) => {
        onText('It');
        await settle();
        onText('It lasts');
      }),
    });
    await one.perform();
    expect(one.texts()).toEqual(['It']);
  });

  it('commits no text any more once the draft failed', async () => {
    const one = answerStage({
      steps: writing(async (onText) => {
        onText('It');
        await settle();
        onText('It lasts');
        throw new Retryable('DATABASE_ERROR', 'away');
      }),
    });
    await expect(one.perform()).rejects.toBeInstanceOf(Retryable);
    await one.clock.advance(1_000);
    expect(one.texts()).toEqual(['It']);
  });

  it('drops the answer when a cancel was first, and says nothing', async () => {
    const one = answerStage({
      steps: writing(async (onText) => onText('It')),
      onCommit: onlyText(() => {
        throw new Stale('cancelled');
      }),
    });
    await expect(one.perform()).rejects.toBeInstanceOf(Stale);
    expect(one.finished).toEqual([]);
    expect(one.logged).toEqual([]);
  });

  it('waits for the last text before the answer, so that no late text can follow it', async () => {
    const slow = Promise.withResolvers<void>();
    const order: string[] = [];
    const one = answerStage({
      steps: writing(async (onText) => {
        onText('It');
        setImmediate(slow.resolve);
      }),
      onCommit: onlyText(async () => {
        await slow.promise;
        order.push('text');
      }),
      onFinish: () => void order.push('answer'),
    });
    await one.perform();
    expect(order).toEqual(['text', 'answer']);
  });

  it('goes on when showing the text fails: progress may be dropped', async () => {
    const one = answerStage({
      steps: writing(async (onText) => onText('It')),
      onCommit: onlyText(() => {
        throw new Retryable('DATABASE_ERROR', 'busy');
      }),
    });
    await one.perform();
    expect(one.finished[0]?.answer.outcome).toBe('ANSWERED');
  });
});

describe('an error', () => {
  it.each([new Retryable('DATABASE_ERROR', 'away'), new Cancelled(), new Stale()])(
    'with a verdict of its own goes to the pool: %s',
    async (error) => {
      for (const step of ['retrieve', 'draft']) {
        const one = answerStage({ steps: { [step]: failing(error) } });
        await expect(one.perform()).rejects.toBe(error);
        expect(one.finished).toEqual([]);
      }
    },
  );

  it.each([
    ['retrieve', 'RETRIEVAL_FAILED', []],
    ['draft', 'GENERATION_FAILED', found.cards],
  ] as const)(
    'that nobody expected in %s ends the run in a sentence',
    async (step, outcome, cards) => {
      for (const error of [new Error('boom'), new Terminal('X', 'boom'), 'boom']) {
        const one = answerStage({ steps: { [step]: failing(error) } });
        await one.perform();
        expect(one.finished).toMatchObject([
          { status: 'FAILED', answer: { outcome, reason: 'internal', markdown: '', cards } },
        ]);
        expect(one.logged[0]).toMatchObject({ event: 'answer-failed', fields: { runId: 'run-1' } });
      }
      expect(sentencesFor('internal').en).not.toBe('');
    },
  );
});

describe('a document that is forgotten between citing and finishing', () => {
  it('takes answer, citations, cards and excerpts with it', async () => {
    const one = answerStage({ onFinish: deleted });
    await one.perform();
    expect(one.finished).toHaveLength(1);
    expect(one.finished[0]?.answer).toMatchObject({
      outcome: 'NO_EVIDENCE',
      reason: 'document_deleted',
      type: null,
      markdown: '',
      citations: [],
      cards: [],
      language: 'zh',
    });
    expect(JSON.stringify(one.finished)).not.toMatch(/months|secret/);
    expect(one.woken.slice(-2)).toEqual(['delivery', 'run']);
  });

  it('is the only refusal of an end that is answered so', async () => {
    const one = answerStage({
      onFinish: (number) => {
        if (number === 1) throw new Terminal('DATABASE_ERROR', 'broken');
      },
    });
    await expect(one.perform()).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(one.finished).toEqual([]);
  });
});
