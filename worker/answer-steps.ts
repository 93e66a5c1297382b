import { draftAnswer } from '#core/ask/09-answer.ts';
import type { Draft } from '#core/ask/09-answer.ts';
import { cite } from '#core/ask/10-cite.ts';
import { findEvidence } from '#core/ask/find-evidence.ts';
import { promptVersion } from '#core/ask/prompts.ts';
import { quoteAnswer } from '#core/ask/quote-answer.ts';
import type { AskDependencies } from '#core/ask/question.ts';
import { Cancelled, Retryable, Terminal } from '#core/domain/errors.ts';
import type { RunEvent } from '#core/domain/run-event.ts';
import type { Run, RunState } from '#core/domain/run.ts';
import type { Trace } from '#core/domain/trace.ts';
import type { Model } from '#core/ports/model.ts';
import type { Usage } from '#core/ports/usage.ts';

type Answering = Extract<RunState, { kind: 'answering' }>;

/** What the effects of a fixed run do. Each resolves to the event that tells how it went. */
export type AnswerSteps = {
  readonly retrieve: (run: Run, signal: AbortSignal) => Promise<RunEvent>;
  readonly draft: (
    run: Run,
    state: Answering,
    onText: (text: string) => void,
    signal: AbortSignal,
  ) => Promise<RunEvent>;
};

export type AnswerStepsDependencies = {
  readonly ask: AskDependencies;
  readonly usage: Usage;
  readonly caps: { readonly person: number; readonly workspace: number };
  readonly modelTimeoutMs: number;
};

export const createAnswerSteps = (dependencies: AnswerStepsDependencies): AnswerSteps => ({
  retrieve: async (run, signal) => {
    const { ask } = dependencies;
    const question = {
      workspaceId: run.workspaceId,
      readable: [run.libraryId],
      request: run.scope,
      text: run.question,
      history: run.history,
      mode: run.mode,
    };
    // A search calls no model, not even for a follow-up.
    const reach = run.intent === 'search' ? { ...ask, model: null } : ask;
    const finding = await findEvidence(reach, question, signal);
    if (finding.found.trace.modelCalls > 0) await account(dependencies, run, finding.found.trace);
    if (finding.kind === 'failed') return { kind: 'retrieval-failed', found: finding.found };
    if (run.intent === 'search' && finding.found.cards.length > 0) {
      return { kind: 'cards-found', found: finding.found };
    }
    return finding.kind === 'found'
      ? { kind: 'evidence-found', found: finding.found }
      : { kind: 'evidence-refused', reason: finding.reason, found: finding.found };
  },

  draft: async (run, state, onText, signal) => {
    const { model } = dependencies.ask;
    if (model === null) return quoted(dependencies, state);
    const { trace } = state.found;
    if (await isCapped(dependencies, run)) {
      return { kind: 'model-failed', reason: 'daily_cap', trace };
    }
    return drafted(dependencies, { run, state, model }, onText, signal);
  },
});

const quoted = ({ ask }: AnswerStepsDependencies, { found }: Answering): RunEvent => {
  const { markdown, citations } = quoteAnswer(found.trace.query, found.evidence, ask.ids);
  return { kind: 'answer-validated', type: 'QUOTATION', markdown, citations, trace: found.trace };
};

const drafted = async (
  dependencies: AnswerStepsDependencies,
  { run, state, model }: { readonly run: Run; readonly state: Answering; readonly model: Model },
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<RunEvent> => {
  const { ask, modelTimeoutMs } = dependencies;
  const { found, rejected } = state;
  const startedMs = ask.clock.elapsedMs();
  const asked = {
    question: run.question,
    mode: run.mode,
    found,
    fence: `«${ask.ids.opaque()}»`,
    rejected,
    timeoutMs: modelTimeoutMs,
  };
  let draft: Draft;
  try {
    draft = await draftAnswer(model, asked, onText, signal);
  } catch (error) {
    if (signal.aborted || error instanceof Cancelled) throw error;
    if (!(error instanceof Retryable || error instanceof Terminal)) throw error;
    const spent = called(found.trace, { input: 0, output: 0 }, model.name);
    await account(dependencies, run, { modelCalls: 1, tokens: { input: 0, output: 0 } });
    const trace = { ...spent, validationErrors: [...spent.validationErrors, error.message] };
    return { kind: 'model-failed', reason: 'model_unavailable', trace };
  }
  const { tokens, model: name } = draft.reply;
  await account(dependencies, run, { modelCalls: 1, tokens });
  const spent = called(found.trace, tokens, name);
  const answerMs = (spent.timingsMs['answer'] ?? 0) + ask.clock.elapsedMs() - startedMs;
  return judge(ask, state, draft, {
    ...spent,
    timingsMs: { ...spent.timingsMs, answer: answerMs },
  });
};

const judge = (
  ask: AskDependencies,
  { found }: Answering,
  draft: Draft,
  trace: Trace,
): RunEvent => {
  const reject = (
    reason: 'invalid_model_response' | 'missing_citation' | 'invalid_citation',
    why: string,
  ): RunEvent => ({
    kind: 'draft-rejected',
    reason,
    why,
    draft: draft.reply.text,
    trace: { ...trace, validationErrors: [...trace.validationErrors, why] },
  });
  switch (draft.kind) {
    case 'no-evidence':
      return { kind: 'model-found-none', trace };
    case 'illegal':
      return reject('invalid_model_response', draft.why);
    case 'answered': {
      const cited = cite(draft.markdown, found.evidence, ask.ids);
      if (cited.kind === 'invalid') return reject(cited.reason, cited.why);
      const { markdown, citations } = cited;
      return { kind: 'answer-validated', type: 'KNOWLEDGE', markdown, citations, trace };
    }
  }
};

const called = (trace: Trace, tokens: Trace['tokens'], model: string): Trace => ({
  ...trace,
  model,
  promptVersion,
  modelCalls: trace.modelCalls + 1,
  tokens: {
    input: trace.tokens.input + tokens.input,
    output: trace.tokens.output + tokens.output,
  },
});

const isCapped = async ({ usage, caps }: AnswerStepsDependencies, run: Run): Promise<boolean> => {
  const { person, workspace } = await usage.today(run.workspaceId, run.asker.id);
  return person.calls >= caps.person || workspace.calls >= caps.workspace;
};

const account = (
  { usage }: AnswerStepsDependencies,
  run: Run,
  { modelCalls, tokens }: Pick<Trace, 'modelCalls' | 'tokens'>,
): Promise<void> =>
  usage.add(run.workspaceId, run.asker.id, modelCalls, tokens.input + tokens.output);
