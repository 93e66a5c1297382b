import { createHash } from 'node:crypto';
import type { Candidate } from '#core/ask/05-gate.ts';
import type { AskDependencies, Question } from '#core/ask/question.ts';
import type { Scope } from '#core/domain/scope.ts';
import type { ConfirmedSegment } from '#core/domain/segment.ts';
import { analyze } from '#core/text/analysis/analyze.ts';
import type { Model, ModelReply, ModelRequest } from '#core/ports/model.ts';
import { createWordEmbedder } from './doubles/word-embedder.ts';
import { countedIds } from './evidence.ts';
import { createMemoryKeywordIndex } from './memory/keyword-index.ts';
import { createMemoryVectorIndex } from './memory/vector-index.ts';

export const never: AbortSignal = new AbortController().signal;

const stageWorkspace = 'workspace';

/** Passage `order` of a document, as the gate confirms it. */
export const segmentOf = (
  documentId: string,
  order: number,
  body: string,
  more: Partial<ConfirmedSegment> = {},
): ConfirmedSegment => {
  const { generation = 1, type = 'TEXT' } = more;
  return {
    id: `${documentId}.${generation}.${order}.${type}`,
    documentId,
    generation,
    order,
    type,
    header: `Document ${documentId} › Start`,
    headingPath: ['Start'],
    body,
    pages: [order + 1],
    boxes: [],
    contentHash: createHash('sha256').update(body).digest('hex'),
    tokenCount: 20,
    picture: null,
    documentName: `Document ${documentId}`,
    documentTitle: null,
    fileName: `${documentId}.pdf`,
    sourceHash: 'a'.repeat(64),
    ...more,
  };
};

export const candidateOf = (segment: ConfirmedSegment, score = 0.5): Candidate => ({
  segment,
  score,
});

export const questionOf = (text: string, more: Partial<Question> = {}): Question => ({
  workspaceId: stageWorkspace,
  readable: ['library'],
  request: { kind: 'library' },
  text,
  history: [],
  mode: 'STRICT',
  ...more,
});

/** A scope over the first generation of the given documents. */
export const scopeOf = (documentIds: readonly string[], generation = 1): Scope => ({
  libraryIds: ['library'],
  request: { kind: 'library' },
  documents: documentIds.map((documentId) => ({
    documentId,
    generation,
    name: `Document ${documentId}`,
    title: null,
  })),
  indexing: 0,
});

export const replyOf = (text: string, more: Partial<ModelReply> = {}): ModelReply => ({
  text,
  finish: 'stop',
  tokens: { input: 30, output: 4 },
  model: 'scripted',
  ...more,
});

export type ScriptedModel = Model & { readonly requests: readonly ModelRequest[] };

/** Replies in turn, streamed in small pieces; an error is thrown; a call beyond the script is a fault. */
export const scriptedModel = (...steps: readonly (ModelReply | Error)[]): ScriptedModel => {
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    requests,
    complete: async (request, onText, signal) => {
      const step = steps[requests.length];
      requests.push(request);
      signal.throwIfAborted();
      if (step === undefined) throw new Error('not scripted');
      if (step instanceof Error) throw step;
      for (const piece of step.text.match(/[^]{1,5}/g) ?? []) onText(piece);
      return step;
    },
  };
};

/** Both indexes over the passages, and the embedder that they were made with. */
const indexed = async (segments: readonly ConfirmedSegment[]) => {
  const keywords = createMemoryKeywordIndex();
  const vectors = createMemoryVectorIndex({ renew: async () => true });
  const embedder = createWordEmbedder();
  const { fingerprint } = embedder.profile;
  const claim = { kind: 'ingestion', id: 'i', owner: 'stage', sequence: 1, attempt: 1 } as const;
  for (const { id: segmentId, contentHash, documentId, generation, header, body } of segments) {
    const version = { documentId, generation };
    const text = `${header}\n${body}`;
    await keywords.write(stageWorkspace, version, [{ segmentId, terms: analyze(text) }]);
    const made = await embedder.embedTexts([text], 'document', never);
    await vectors.write(
      { ...claim, workspaceId: stageWorkspace },
      version,
      fingerprint,
      made.map((vector) => ({ segmentId, contentHash, vector })),
    );
  }
  await keywords.refresh();
  return { keywords, vectors, embedder };
};

/** All passages are of active generations; nothing but the asked versions is confirmed. */
export const segmentsPort = (
  segments: readonly ConfirmedSegment[],
): AskDependencies['segments'] => ({
  confirm: async (_workspaceId, versions, ids) => {
    const inScope = segments.filter((one) =>
      versions.some(
        ({ documentId, generation }) =>
          documentId === one.documentId && generation === one.generation,
      ),
    );
    return ids.flatMap((id) => inScope.find((one) => one.id === id) ?? []);
  },
  neighbours: async (_workspaceId, around, distance) =>
    segments.filter((one) =>
      around.some(
        ({ documentId, generation, order }) =>
          documentId === one.documentId &&
          generation === one.generation &&
          Math.abs(order - one.order) <= distance,
      ),
    ),
});

/** Everything that the steps of asking reach, over the given passages; no model, no reranker. */
export const askStage = async (
  segments: readonly ConfirmedSegment[],
  more: Partial<AskDependencies> = {},
): Promise<AskDependencies> => {
  const documentIds = [...new Set(segments.map(({ documentId }) => documentId))];
  return {
    ...(await indexed(segments)),
    scopes: {
      resolve: async () => scopeOf(documentIds),
      stillActive: async (_workspaceId, versions) => versions,
    },
    segments: segmentsPort(segments),
    model: null,
    reranker: null,
    clock: { now: () => new Date(0), elapsedMs: () => 0, sleep: async () => undefined },
    ids: { next: () => 'id', ...countedIds() },
    ...more,
  };
};
