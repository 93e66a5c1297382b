import type { CardFile, IngestionStage } from '#core/domain/ingestion.ts';
import type { FileAction, Phrase, RenderedCard, RenderedFile } from '#core/domain/rendered.ts';
import { sentencesFor } from '#core/domain/sentences.ts';

/** The status card of a message's files. */
export const writeCard = (messageId: string, files: readonly CardFile[]): RenderedCard => ({
  kind: 'card',
  messageId,
  files: files.map(writeFile),
});

const writeFile = (file: CardFile): RenderedFile => {
  const status = statusOf(file);
  const step = status === 'working' ? stepOf(file.stage) : 'done';
  const counted = step === 'reading' || file.stage === 'SEGMENTED';
  return {
    ingestionId: file.ingestionId,
    documentId: file.documentId,
    name: file.fileName,
    status,
    step,
    done: counted ? file.progress.done : 0,
    total: counted ? file.progress.total : 0,
    sentence: sentenceOf(file, status),
    firstSharedAt: file.skippedFor?.at.toISOString() ?? null,
    replaces: canReplace(file, status) ? file.sameName : null,
    actions: actionsOf(file, status),
  };
};

const statusOf = (file: CardFile): RenderedFile['status'] => {
  if (file.forgotten) return 'forgotten';
  switch (file.status) {
    case 'LIVE':
      return 'working';
    case 'READY':
      return 'ready';
    case 'FAILED':
      return 'failed';
    case 'SKIPPED':
      return 'skipped';
    case 'CANCELLED':
      return 'cancelled';
  }
};

/** The step under way follows from the last one that was committed. */
const stepOf = (stage: IngestionStage): RenderedFile['step'] => {
  switch (stage) {
    case 'RECEIVED':
      return 'received';
    case 'DOWNLOADED':
      return 'reading';
    case 'PARSED':
    case 'SEGMENTED':
    case 'EMBEDDED':
    case 'INDEXED':
      return 'indexing';
  }
};

const sentenceOf = (file: CardFile, status: RenderedFile['status']): Phrase => {
  switch (status) {
    case 'working':
      return workingSentence(file);
    case 'ready':
      return readySentence(file);
    case 'failed':
      return sentencesFor(file.failure?.code ?? 'INTERNAL', file.fileName);
    case 'skipped':
      return skippedSentence(file);
    case 'cancelled':
      return { en: 'Stopped before it was indexed', zh: '已在完成索引前停止' };
    case 'forgotten':
      return { en: 'Forgotten', zh: '已忘记' };
  }
};

const workingSentence = ({ stage, progress }: CardFile): Phrase => {
  const { done, total } = progress;
  switch (stepOf(stage)) {
    case 'received':
      return { en: 'Received', zh: '已收到' };
    case 'reading':
      return total > 0
        ? { en: `Reading page ${done} of ${total}`, zh: `正在读取第 ${done} / ${total} 页` }
        : { en: 'Reading', zh: '正在读取' };
    case 'indexing':
    case 'done':
      return stage === 'SEGMENTED' && total > 0
        ? {
            en: `Indexing passage ${done} of ${total}`,
            zh: `正在索引第 ${done} / ${total} 个段落`,
          }
        : { en: 'Indexing', zh: '正在索引' };
  }
};

const readySentence = ({ pageCount, segmentCount }: CardFile): Phrase => {
  const pages = pageCount ?? 0;
  const passages = segmentCount ?? 0;
  const en = [count(pages, 'page'), count(passages, 'passage')].filter((part) => part !== '');
  const zh = [pages > 0 ? `${pages} 页` : '', passages > 0 ? `${passages} 个段落` : ''];
  return {
    en: ['Ready', ...en].join(' · '),
    zh: ['就绪', ...zh.filter((part) => part !== '')].join(' · '),
  };
};

const count = (number: number, noun: string): string =>
  number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;

const skippedSentence = ({ skippedFor }: CardFile): Phrase => {
  if (skippedFor === null) return { en: 'Already indexed', zh: '已有相同内容' };
  const { name } = skippedFor.by;
  return {
    en: `Already indexed, shared by ${name}`,
    zh: `相同内容已由 ${name} 分享并索引`,
  };
};

const canReplace = (file: CardFile, status: RenderedFile['status']): boolean =>
  status === 'ready' && file.sameName !== null && file.sameName !== file.documentId;

const actionsOf = (file: CardFile, status: RenderedFile['status']): readonly FileAction[] => {
  switch (status) {
    case 'working':
      return ['cancel'];
    case 'ready':
      return canReplace(file, status) ? ['replace', 'forget'] : ['forget'];
    case 'failed':
      return ['retry'];
    case 'skipped':
    case 'cancelled':
    case 'forgotten':
      return [];
  }
};
