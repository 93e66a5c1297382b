import { describe, expect, it } from 'vitest';
import { Cancelled } from '#core/domain/errors.ts';
import type { AskDependencies } from './question.ts';
import {
  askStage,
  never,
  questionOf,
  replyOf,
  scopeOf,
  scriptedModel,
  segmentOf,
} from '#core/testing/ask-stage.ts';
import { createWordEmbedder } from '#core/testing/doubles/word-embedder.ts';
import { findEvidence } from './find-evidence.ts';

const segments = [
  segmentOf('a', 0, 'The pump runs at 40 bar.'),
  segmentOf('a', 1, 'The valve opens by hand.'),
  segmentOf('b', 0, 'Leave is 30 days a year.'),
];
const question = 'At how many bar does the pump run?';

const finding = async (
  more: Partial<AskDependencies> = {},
  asked = questionOf(question),
  signal = never,
) => findEvidence(await askStage(segments, more), asked, signal);

const broken = (message = 'away') => ({ search: () => Promise.reject(new Error(message)) });
const brokenKeywords = async () => ({ ...(await askStage([])).keywords, ...broken() });
/** A profile that covers no question asked here, so that no cosine is known. */
const noVectors = () => createWordEmbedder({ languages: ['fi'] });

/** A rerank that keeps the order it is given. */
const inOrder = async (_query: string, texts: readonly string[]) => texts.map((_, index) => -index);

describe('finding evidence', () => {
  it('gives numbered evidence, cards that hold it, and a trace of how', async () => {
    const { kind, found } = await finding();
    expect(kind).toBe('found');
    expect(found.evidence[0]).toMatchObject({ number: 1, segmentId: 'a.1.0.TEXT' });
    const shown = found.cards.flatMap(({ hits }) => hits.map(({ segmentId }) => segmentId));
    expect(shown).toEqual(expect.arrayContaining(found.evidence.map((one) => one.segmentId)));
    expect(found.trace).toMatchObject({
      question,
      query: question,
      rewrite: 'none',
      scope: { documents: 2 },
      legs: [
        { leg: 'keyword', status: 'answered' },
        { leg: 'vector', status: 'answered' },
      ],
      gated: [],
      rerank: { status: 'none' },
      evidence: found.evidence.map(({ segmentId }) => segmentId),
      signals: { refused: null },
      modelCalls: 0,
    });
    expect(found.trace.passages['a.1.0.TEXT']).toMatchObject({
      documentName: 'Document a',
      page: 1,
      excerpt: 'The pump runs at 40 bar.',
    });
    expect(Object.keys(found.trace.timingsMs).toSorted()).toEqual(
      ['evidence', 'gate', 'recall', 'rerank', 'rewrite', 'scope'].toSorted(),
    );
    expect(found.language).toBe('en');
  });

  it('searches for the rewritten question and counts its call', async () => {
    const rewritten = { standaloneQuestion: 'Leave, 30 days a year?', keywords: ['days'] };
    const model = scriptedModel(replyOf(JSON.stringify(rewritten)));
    const asked = questionOf('And days?', { history: [{ question: 'Leave?', answer: 'Yes.' }] });
    const { found } = await finding({ model }, asked);
    expect(found.trace).toMatchObject({
      question: 'And days?',
      query: 'Leave, 30 days a year?',
      keywords: ['days'],
      rewrite: 'model',
      modelCalls: 1,
      tokens: { input: 30, output: 4 },
    });
    expect(found.evidence[0]?.segmentId).toBe('b.1.0.TEXT');
  });

  it('names what did not work and answers all the same', async () => {
    const history = [{ question: 'The pump?', answer: 'Yes.' }];
    const asked = questionOf('At 40 bar, the pump runs?', { history });
    const reranker = {
      name: 'bad',
      scale: 'logit' as const,
      rerank: () => Promise.reject(new Error('away')),
    };
    const model = scriptedModel(replyOf('rubbish'));
    const { kind, found } = await finding({ model, reranker, vectors: broken() }, asked);
    expect(kind).toBe('found');
    expect(found.degraded).toEqual(['vector', 'rewrite', 'rerank']);
    expect(found.trace.signals.bestCosine).toBeNull();
  });

  it('passes a cancellation on instead of calling it a failure', async () => {
    const stopped = finding({}, questionOf(question), AbortSignal.abort());
    await expect(stopped).rejects.toBeInstanceOf(Cancelled);
  });
});

describe('a scope without documents', () => {
  it('ends before any search, with no cards', async () => {
    const scopes = { resolve: async () => scopeOf([]), stillActive: async () => [] };
    const { kind, found } = await finding({ scopes, keywords: await brokenKeywords() });
    expect(kind).toBe('refused');
    expect(found).toMatchObject({ evidence: [], cards: [], degraded: [], trace: { legs: [] } });
  });

  it('says whether the library or the narrowing is empty', async () => {
    const scopes = { resolve: async () => scopeOf([]), stillActive: async () => [] };
    const named = questionOf(question, { request: { kind: 'named', name: 'Handbook' } });
    expect(await finding({ scopes })).toMatchObject({ reason: 'nothing_indexed' });
    expect(await finding({ scopes }, named)).toMatchObject({ reason: 'scope_empty' });
  });
});

describe('legs that fail', () => {
  it('end in a failure when none answered, never in "no evidence"', async () => {
    const result = await finding({ keywords: await brokenKeywords(), vectors: broken() });
    expect(result).toMatchObject({ kind: 'failed', reason: 'no_leg_answered' });
    expect(result.found).toMatchObject({
      degraded: ['keyword', 'vector'],
      evidence: [],
      trace: { legs: [{ note: 'away' }, { note: 'away' }] },
    });
  });

  it('end in a failure when the only leg that could answer failed', async () => {
    const embedder = noVectors();
    const result = await finding({ embedder, keywords: await brokenKeywords() });
    expect(result).toMatchObject({ kind: 'failed', found: { degraded: ['keyword'] } });
  });

  it('end in a failure when the leg that answered found nothing', async () => {
    const asked = questionOf('Wie lange gilt die Garantie?');
    const result = await finding({ vectors: broken() }, asked);
    expect(result).toMatchObject({ kind: 'failed', reason: 'no_leg_answered' });
  });

  it('are not what a question without words is taken for', async () => {
    const result = await finding({ embedder: noVectors() }, questionOf('?!'));
    expect(result).toMatchObject({ kind: 'refused', reason: 'no_grounding_passage' });
  });
});

describe('the refusal', () => {
  it('comes where nothing was found', async () => {
    const asked = questionOf('Warranty?');
    const result = await finding({ embedder: noVectors() }, asked);
    expect(result).toMatchObject({ kind: 'refused', reason: 'no_grounding_passage' });
    expect(result.found.cards).toEqual([]);
  });

  it('comes on weak signals before any model call, and keeps the nearest passages as cards', async () => {
    const model = scriptedModel();
    const asked = questionOf('Which pump manufacturer sponsored the yacht race in Monaco?');
    const result = await finding({ model }, asked);
    expect(result).toMatchObject({ kind: 'refused', reason: 'evidence_too_weak' });
    expect(result.found.evidence).toEqual([]);
    expect(result.found.cards.map(({ documentId }) => documentId)).toContain('a');
    expect(result.found.trace.signals).toMatchObject({
      refused: 'evidence_too_weak',
      coverage: expect.any(Number),
      bestCosine: expect.any(Number),
    });
    expect(model.requests).toEqual([]);
  });

  it('is not talked out of it by a reranker that only compares', async () => {
    const asked = questionOf('Which pump manufacturer sponsored the yacht race in Monaco?');
    const only = { name: 'compares', scale: 'unbounded' as const, rerank: inOrder };
    const result = await finding({ reranker: only }, asked);
    expect(result.found.trace.rerank.status).toBe('applied');
    expect(result).toMatchObject({ kind: 'refused', reason: 'evidence_too_weak' });
    const calibrated = { ...only, scale: 'logit' as const, rerank: async () => [3, 3, 3] };
    expect((await finding({ reranker: calibrated }, asked)).kind).toBe('found');
  });
});

describe('a document that moves on in mid-question', () => {
  const next = segmentOf('a', 0, 'The pump runs at 50 bar.', { generation: 2 });

  /** Once recalled, document a is active in its second version. */
  const moving = async (resolutions: readonly number[]) => {
    const stage = await askStage([...segments, next]);
    const asked: number[] = [];
    const scopes: AskDependencies['scopes'] = {
      resolve: async () => {
        const generation = resolutions[asked.push(1) - 1];
        if (generation === undefined) throw new Error('resolved too often');
        return scopeOf(['a'], generation);
      },
      stillActive: async (_id, versions) => versions.filter(({ generation }) => generation === 2),
    };
    const dependencies: AskDependencies = {
      ...stage,
      scopes,
      segments: {
        ...stage.segments,
        confirm: async (id, versions, ids) =>
          (await stage.segments.confirm(id, versions, ids)).filter(
            ({ generation }) => generation === 2,
          ),
      },
    };
    const result = await findEvidence(dependencies, questionOf(question), never);
    return { result, resolutions: asked.length };
  };

  it('is recalled once more in its new version', async () => {
    const { result, resolutions } = await moving([1, 2]);
    expect(result.kind).toBe('found');
    expect(result.found.evidence.map(({ body }) => body)).toEqual(['The pump runs at 50 bar.']);
    expect(resolutions).toBe(2);
  });

  it('is recalled once more only, however often it moves', async () => {
    const { result, resolutions } = await moving([1, 1]);
    expect(result).toMatchObject({ kind: 'refused', reason: 'no_grounding_passage' });
    expect(result.found.trace.gated).not.toEqual([]);
    expect(resolutions).toBe(2);
  });
});
