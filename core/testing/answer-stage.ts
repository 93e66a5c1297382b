import { emptyTrace } from '#core/ask/find-trace.ts';
import type { RunEvent } from '#core/domain/run-event.ts';
import type { Found, Run, RunProgress, RunState } from '#core/domain/run.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Clock } from '#core/ports/clock.ts';
import { createAnswer } from '#worker/answer.ts';
import type { AnswerDependencies } from '#worker/answer.ts';
import { never, questionOf, scopeOf } from './ask-stage.ts';
import { evidenceOf } from './evidence.ts';
import { createManualClock } from './manual-clock.ts';

const claimOf = (attempt = 1): Claim => ({
  kind: 'run',
  id: 'run-1',
  workspaceId: 'workspace',
  owner: 'worker',
  sequence: attempt,
  attempt,
});

const trace = {
  ...emptyTrace(questionOf('How long?'), scopeOf(['a'])),
  passages: { s: { documentId: 'a', documentName: 'A', page: 1, excerpt: 'secret words' } },
};
export const found: Found = {
  evidence: [evidenceOf(1, 'a', 'It lasts 24 months.')],
  cards: [{ documentId: 'a', documentName: 'A', fileName: 'a.pdf', hits: [] }],
  degraded: ['vector'],
  stillIndexing: null,
  language: 'zh',
  trace,
};

const run = (state: RunState): Run => ({
  id: 'run-1',
  workspaceId: 'workspace',
  turnId: 'turn',
  conversationId: 'conversation',
  libraryId: 'library',
  address: { platform: 'playground', channelId: 'general', threadId: 'root' },
  asker: { id: 'ada', name: 'Ada' },
  intent: 'answer',
  question: 'How long?',
  scope: { kind: 'library' },
  via: 'FIXED',
  mode: 'STRICT',
  status: 'RUNNING',
  state,
  progress: { phase: 'queued', text: '' },
  answer: null,
  cancelledBy: null,
  traceId: 'trace-1',
  history: [],
  createdAt: new Date(0),
  finishedAt: null,
});

type Done = Extract<RunState, { kind: 'done' }>;
export type Steps = AnswerDependencies['steps'];

export const answered: RunEvent = {
  kind: 'answer-validated',
  type: 'KNOWLEDGE',
  markdown: 'It lasts 24 months.[^1-1]',
  citations: [],
  trace,
};

export const rejected: RunEvent = {
  kind: 'draft-rejected',
  reason: 'missing_citation',
  draft: 'It lasts.',
  why: 'it cites no passage.',
  trace,
};

export type AnswerStageOptions = {
  readonly state?: RunState;
  readonly steps?: Partial<Steps>;
  /** Called with the number of the commit, from 1, before it is kept. */
  readonly onCommit?: (number: number, progress: RunProgress) => void | Promise<void>;
  readonly onFinish?: (number: number) => void;
  readonly sleep?: Clock['sleep'];
};

/** One run that is answered on scripted steps; what it commits, tells and logs is recorded. */
export const answerStage = ({
  state = { kind: 'retrieving' },
  steps,
  onCommit,
  onFinish,
  sleep,
}: AnswerStageOptions) => {
  const committed: { readonly kind: string; readonly progress: RunProgress }[] = [];
  const finished: Done[] = [];
  const woken: string[] = [];
  const logged: { readonly event: string; readonly fields: unknown }[] = [];
  const log = (event: string, fields: unknown) => void logged.push({ event, fields });
  let commits = 0;
  let finishes = 0;
  const clock = createManualClock();
  const dependencies: AnswerDependencies = {
    runs: {
      load: async () => run(state),
      commit: async (_claim, next, progress) => {
        commits += 1;
        await onCommit?.(commits, progress);
        committed.push({ kind: next.kind, progress });
      },
      finish: async (_claim, done) => {
        finishes += 1;
        onFinish?.(finishes);
        finished.push(done);
      },
    },
    steps: {
      retrieve: async () => ({ kind: 'evidence-found', found }),
      draft: async () => answered,
      ...steps,
    },
    wakeups: { wake: (kind) => void woken.push(kind) },
    clock: { ...clock, sleep: sleep ?? clock.sleep },
    log: { info: log, warn: log, error: log },
  };
  const perform = (attempt = 1, signal: AbortSignal = never) =>
    createAnswer(dependencies)(claimOf(attempt), signal);
  const texts = () => committed.map(({ progress }) => progress.text).filter((text) => text !== '');
  return { perform, texts, committed, finished, woken, logged, clock };
};
