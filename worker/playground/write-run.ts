import type { Answer, Citation, ResultCard, StillIndexing } from '#core/domain/answer.ts';
import type {
  Phrase,
  RenderedCitation,
  RenderedResult,
  RenderedRun,
} from '#core/domain/rendered.ts';
import type { Run, RunProgress } from '#core/domain/run.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import { sentencesFor } from '#core/domain/sentences.ts';
import { writeBlocks } from './write-blocks.ts';

const nobody: ReadonlySet<string> = new Set();

/** A question on its way, or its answer. */
export const writeRun = (run: Run): RenderedRun =>
  run.status === 'CANCELLED'
    ? writeCancelled(run)
    : run.answer === null
      ? writeWorking(run)
      : writeAnswer(run, run.answer);

const frame = (run: Run) =>
  ({
    kind: 'run',
    runId: run.id,
    intent: run.intent,
    scope: scopePhrase(run.scope, run.answer),
    language: run.answer?.language ?? 'en',
  }) as const;

const writeWorking = (run: Run): RenderedRun => ({
  ...frame(run),
  phase: run.progress.phase,
  sentence: phasePhrase(run.progress.phase),
  outcome: null,
  type: null,
  blocks: writeBlocks(run.progress.text, nobody).blocks,
  citations: [],
  cards: [],
  notes: [],
  actions: ['cancel'],
});

const writeCancelled = (run: Run): RenderedRun => ({
  ...frame(run),
  phase: 'done',
  sentence: cancelledPhrase(run.cancelledBy?.name ?? null),
  outcome: 'CANCELLED',
  type: null,
  blocks: [],
  citations: [],
  cards: (run.answer?.cards ?? foundSoFar(run)).map(writeResult),
  notes: [],
  actions: ['ask-again'],
});

/** What had been found before it was stopped is kept. */
const foundSoFar = ({ state }: Run): readonly ResultCard[] => {
  switch (state.kind) {
    case 'retrieving':
      return [];
    case 'answering':
      return state.found.cards;
    case 'done':
      return state.answer.cards;
  }
};

const writeAnswer = (run: Run, answer: Answer): RenderedRun => {
  const byLabel = new Map(answer.citations.map((citation) => [citation.label, citation]));
  const { blocks, labels } = writeBlocks(answer.markdown, new Set(byLabel.keys()));
  const failed = answer.outcome === 'GENERATION_FAILED' || answer.outcome === 'RETRIEVAL_FAILED';
  return {
    ...frame(run),
    phase: 'done',
    sentence: outcomePhrase(run, answer),
    outcome: answer.outcome,
    type: answer.type,
    blocks,
    citations: labels.flatMap((label) => writeCitation(byLabel.get(label))),
    cards: answer.cards.map(writeResult),
    notes: notesOf(run, answer),
    actions: failed ? ['ask-again', 'why'] : ['why'],
  };
};

const outcomePhrase = (run: Run, answer: Answer): Phrase | null => {
  if (answer.outcome === 'ANSWERED') {
    if (run.intent === 'search') return searchPhrase(answer.cards.length);
    return null;
  }
  return sentencesFor(answer.reason ?? answer.outcome, run.cancelledBy?.name ?? '');
};

const writeCitation = (citation: Citation | undefined): readonly RenderedCitation[] => {
  if (citation === undefined) return [];
  const { id, label, documentName, headingPath, page, quote, reason, unconfirmed } = citation;
  return [{ citationId: id, label, documentName, headingPath, page, quote, reason, unconfirmed }];
};

const writeResult = ({ documentId, documentName, hits }: ResultCard): RenderedResult => ({
  documentId,
  documentName,
  hits: hits.map(({ citationId, page, quote, score }) => ({ citationId, page, quote, score })),
});

const notesOf = (run: Run, answer: Answer): readonly Phrase[] => [
  ...(answer.type === 'QUOTATION' ? [quotationPhrase] : []),
  ...(run.mode === 'EXPLORE' && answer.outcome === 'ANSWERED' ? [exploratoryPhrase] : []),
  ...(answer.stillIndexing === null ? [] : [stillIndexingPhrase(answer.stillIndexing)]),
  ...(answer.degraded.length > 0 ? [degradedPhrase(answer.degraded)] : []),
];

const quotationPhrase: Phrase = {
  en: 'Quoted from the documents word for word: no answer model is configured.',
  zh: '以下为文档原文引用：尚未配置回答模型。',
};

const exploratoryPhrase: Phrase = {
  en: 'Exploratory: the passages support this less firmly than usual.',
  zh: '探索性回答：段落对内容的支持弱于平常。',
};

const stillIndexingPhrase = ({ files, of }: StillIndexing): Phrase => ({
  en: `Still indexing ${files} of ${of} files; what they say is not in this answer.`,
  zh: `仍在索引 ${of} 个文件中的 ${files} 个，其内容未包含在此回答中。`,
});

const parts: Readonly<Record<string, Phrase>> = {
  keyword: { en: 'word search', zh: '关键词检索' },
  vector: { en: 'search by meaning', zh: '语义检索' },
  picture: { en: 'picture search', zh: '图片检索' },
  rewrite: { en: 'rewriting of the follow-up', zh: '追问改写' },
  rerank: { en: 'reranking', zh: '重排' },
};

const degradedPhrase = (degraded: readonly string[]): Phrase => {
  const named = degraded.map((part) => parts[part] ?? { en: part, zh: part });
  return {
    en: `Found without ${named.map(({ en }) => en).join(' and ')}, which did not answer this time.`,
    zh: `本次${named.map(({ zh }) => zh).join('和')}未能响应，结果可能不完整。`,
  };
};

const phasePhrase = (phase: RunProgress['phase']): Phrase => {
  switch (phase) {
    case 'queued':
      return { en: 'Waiting for its turn', zh: '排队中' };
    case 'waiting-for-document':
      return { en: 'Waiting until the files are ready', zh: '等待文件就绪' };
    case 'searching':
      return { en: 'Searching the documents', zh: '正在检索文档' };
    case 'answering':
      return { en: 'Writing the answer', zh: '正在撰写回答' };
    case 'checking':
      return { en: 'Checking the citations', zh: '正在核对引用' };
  }
};

const cancelledPhrase = (name: string | null): Phrase => ({
  en: name === null ? 'Stopped' : `Cancelled by ${name}`,
  zh: name === null ? '已停止' : `已由 ${name} 取消`,
});

const searchPhrase = (documents: number): Phrase => ({
  en: documents === 1 ? 'Found in 1 document' : `Found in ${documents} documents`,
  zh: `在 ${documents} 个文档中找到`,
});

/** Names come from the cards or citations, where the reader may see them. */
const scopePhrase = (scope: ScopeRequest, answer: Answer | null): Phrase | null => {
  switch (scope.kind) {
    case 'library':
      return null;
    case 'message':
      return { en: 'Asked of the files of this thread', zh: '范围：本话题的文件' };
    case 'named':
      return { en: `Asked of “${scope.name}”`, zh: `范围：“${scope.name}”` };
    case 'documents': {
      const named = new Map(
        [...(answer?.citations ?? []), ...(answer?.cards ?? [])]
          .filter(({ documentId }) => scope.documentIds.includes(documentId))
          .map(({ documentId, documentName }) => [documentId, documentName]),
      );
      const [only] = named.values();
      const total = scope.documentIds.length;
      if (total === 1 && only !== undefined) {
        return { en: `Asked of “${only}”`, zh: `范围：“${only}”` };
      }
      return total === 1
        ? { en: 'Asked of the file of this thread', zh: '范围：本话题的文件' }
        : {
            en: `Asked of the ${total} files of this thread`,
            zh: `范围：本话题的 ${total} 个文件`,
          };
    }
  }
};
