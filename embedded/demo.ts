import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Run } from '#core/domain/run.ts';
import { createPinoLog } from '#core/infra/pino-log.ts';
import { answerRecord } from './cli/answer-record.ts';
import { startComposition } from './composition.ts';
import type { Composition } from './composition.ts';
import { createPageUser } from './page-user.ts';
import { readAllSettings } from './settings.ts';

const channelId = 'samples';
const question = 'Can the controller be restarted remotely?';
const folder = new URL('../samples/', import.meta.url);
const { values } = parseArgs({
  options: { once: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});

const samples = () =>
  readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }));

const print = async (composition: Composition, run: Run): Promise<void> => {
  const { stores, workspaceId, links } = composition;
  if (run.answer === null) return;
  if (values.json) {
    const trace = await stores.traces.find(workspaceId, run.id);
    console.log(JSON.stringify(answerRecord(run.id, run, trace, links.to)));
    return;
  }
  console.log(`\n${question}\n\n${run.answer.markdown}\n`);
  for (const { id, label, documentName, page } of run.answer.citations) {
    const where = page === null ? documentName : `${documentName}, page ${page}`;
    console.log(`[${label}] ${where}: ${links.open(id)}`);
  }
};

const settings = readAllSettings(process.env);
const composition = await startComposition(settings, createPinoLog(settings.ANCHR_LOG_LEVEL));
const user = await createPageUser(composition.stores, composition.workspaceId, channelId);
await user.share(samples());
await print(composition, await user.runOf(await user.say(question)));
if (values.once) {
  await composition.stop();
} else {
  if (!values.json) console.log(`\nAnchr is ready: ${composition.page?.url ?? ''}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void composition.stop());
  }
}
