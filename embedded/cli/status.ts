import { liveRunStatuses } from '#core/domain/run.ts';
import type { RunStatus } from '#core/domain/run.ts';
import type { Cli } from './connection.ts';
import type { Output } from './output.ts';

const looksBack = 200;

/** What is running, waiting and struggling: this channel's files and questions, and all work of the machine. */
export const status = async (cli: Cli, output: Output): Promise<void> => {
  const { stores, workspaceId, library } = cli;
  const [documents, files, runs, work] = await Promise.all([
    stores.documents.list(workspaceId, library.id),
    stores.ingestions.requests.list(workspaceId, library.id, looksBack),
    stores.runs.list(workspaceId, library.id, looksBack),
    stores.work.counts(workspaceId),
  ]);
  const live: readonly RunStatus[] = liveRunStatuses;
  const counts = {
    documents: documents.filter(({ activeGeneration }) => activeGeneration > 0).length,
    indexing: files.filter((file) => file.status === 'LIVE').length,
    failed: files.filter((file) => file.status === 'FAILED').length,
    asking: runs.filter((run) => live.includes(run.status)).length,
  };
  output.record({ channel: library.name, running: cli.beside, ...counts, work });
  output.say(
    `#${library.name}: ${counts.documents} searchable · ${counts.indexing} being indexed · ` +
      `${counts.failed} failed · ${counts.asking} questions running`,
  );
  for (const { share, progress, stage } of files.filter((file) => file.status === 'LIVE')) {
    const pages = progress.total > 0 ? ` ${progress.done} of ${progress.total}` : '';
    output.say(`  ${share.fileName}: after ${stage.toLowerCase()}${pages}`);
  }
  for (const { id, question } of runs.filter((run) => live.includes(run.status))) {
    output.say(`  ${id}  ${question.slice(0, 80)}`);
  }
  for (const { kind, live: alive, due, struggling } of work) {
    if (alive > 0)
      output.say(`${kind}: ${alive} live, ${due} due, ${struggling} tried over 3 times`);
  }
  if (!cli.beside) output.say('No Anchr is running on this folder. Start one: npm start');
};
