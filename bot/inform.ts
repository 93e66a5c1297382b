import type { InformTopic, Place } from '#core/domain/intention.ts';
import { liveRunStatuses } from '#core/domain/run.ts';
import type { RunStatus } from '#core/domain/run.ts';
import { traceLines } from '#core/domain/trace-lines.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Documents } from '#core/ports/documents.ts';
import type { IngestionRequests } from '#core/ports/ingestions.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Traces } from '#core/ports/traces.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';

type Dependencies = {
  readonly documents: Pick<Documents, 'list'>;
  readonly ingestions: Pick<IngestionRequests, 'list'>;
  readonly runs: Pick<Runs, 'list'>;
  readonly traces: Pick<Traces, 'find'>;
  readonly deliveries: Pick<Deliveries, 'notice'>;
  readonly wakeups: Pick<Wakeups, 'wake'>;
};

type Told = { readonly code: string; readonly lines: readonly string[] };

export type Inform = (workspaceId: WorkspaceId, topic: InformTopic, place: Place) => Promise<void>;

/** The commands, as a person writes them. */
export const commandLines: readonly string[] = [
  '/anchr ask QUESTION',
  '/anchr search WORDS',
  'in:"Handbook" QUESTION',
  '/anchr docs · status · why · help',
  '/anchr forget NAME · reindex NAME · retry NAME',
  'stop',
];

/** Answers docs, status, why and help with a notice: first line of the detail, then the list. */
export const createInform =
  (dependencies: Dependencies): Inform =>
  async (workspaceId, topic, place) => {
    const told = await tell(dependencies, workspaceId, topic, place);
    await dependencies.deliveries.notice(workspaceId, place.address, place.key, {
      code: told.code,
      detail: told.lines.join('\n'),
      language: place.language,
    });
    dependencies.wakeups.wake('delivery');
  };

const tell = (
  dependencies: Dependencies,
  workspaceId: WorkspaceId,
  topic: InformTopic,
  place: Place,
): Promise<Told> => {
  switch (topic) {
    case 'documents':
      return documentsOf(dependencies, workspaceId, place);
    case 'status':
      return statusOf(dependencies, workspaceId, place);
    case 'why':
      return whyOf(dependencies, workspaceId, place);
    case 'help':
      return Promise.resolve({ code: 'help', lines: ['', ...commandLines] });
  }
};

const listedDocuments = 50;

const documentsOf = async (
  { documents }: Dependencies,
  workspaceId: WorkspaceId,
  place: Place,
): Promise<Told> => {
  const listed = await documents.list(workspaceId, place.libraryId);
  if (listed.length === 0) return { code: 'no_documents', lines: [] };
  const lines = listed.slice(0, listedDocuments).map((document) => {
    const pages = document.pageCount ?? 0;
    return pages > 0 ? `${document.name} · ${pages} p.` : document.name;
  });
  const rest = listed.length - lines.length;
  return {
    code: 'documents',
    lines: [String(listed.length), ...lines, ...(rest > 0 ? [`+ ${rest}`] : [])],
  };
};

const looksBack = 100;

const statusOf = async (
  { documents, ingestions, runs }: Dependencies,
  workspaceId: WorkspaceId,
  place: Place,
): Promise<Told> => {
  const [listed, files, questions] = await Promise.all([
    documents.list(workspaceId, place.libraryId),
    ingestions.list(workspaceId, place.libraryId, looksBack),
    runs.list(workspaceId, place.libraryId, looksBack),
  ]);
  const live: readonly RunStatus[] = liveRunStatuses;
  const counts = [
    [listed.length, 'documents', '个文档'],
    [files.filter(({ status }) => status === 'LIVE').length, 'being indexed', '个正在索引'],
    [files.filter(({ status }) => status === 'FAILED').length, 'failed', '个失败'],
    [questions.filter(({ status }) => live.includes(status)).length, 'running', '个问题进行中'],
    [
      questions.filter(({ answer }) => answer?.outcome === 'NO_EVIDENCE').length,
      'without evidence',
      '个无依据',
    ],
  ] as const;
  const chinese = place.language === 'zh';
  return {
    code: 'status',
    lines: ['', ...counts.map(([count, en, zh]) => `${count} ${chinese ? zh : en}`)],
  };
};

const whyOf = async (
  { runs, traces }: Dependencies,
  workspaceId: WorkspaceId,
  place: Place,
): Promise<Told> => {
  const listed = await runs.list(workspaceId, place.libraryId, looksBack);
  const last = listed.find(({ asker, finishedAt }) => asker.id === place.by.id && finishedAt);
  const trace = last === undefined ? null : await traces.find(workspaceId, last.id);
  return trace === null
    ? { code: 'nothing_to_explain', lines: [] }
    : { code: 'why', lines: ['', ...traceLines(trace)] };
};
