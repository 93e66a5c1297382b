import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createPinoLog } from '#core/infra/pino-log.ts';
import { answerRecord } from './cli/answer-record.ts';
import { startComposition } from './composition.ts';
import { readAllSettings } from './settings.ts';

const channelId = 'samples';
const question = 'Can the controller be restarted remotely?';
const folder = new URL('../samples/', import.meta.url);
const { values } = parseArgs({
  options: { once: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});

type Composition = Awaited<ReturnType<typeof startComposition>>;

/** As a person would: the files and the question go through the inbox of the page. */
const share = async ({ stores, workspaceId }: Composition, key: string): Promise<void> => {
  await stores.libraries.ensureWorkspace(workspaceId, 'playground', 'Playground');
  await stores.libraries.ensure(workspaceId, 'playground', channelId, channelId);
  const names = readdirSync(folder).filter((name) => name !== 'README.md');
  const files = [];
  for (const name of names) {
    const bytes = readFileSync(new URL(name, folder));
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    await stores.objects.put({ workspaceId, contentHash, what: 'source' }, bytes);
    files.push({ fileId: `${key}-${name}`, name, byteSize: bytes.length, contentHash });
  }
  await send(stores, workspaceId, { key, text: '', files });
};

const send = async (
  stores: Composition['stores'],
  workspaceId: string,
  said: { readonly key: string; readonly text: string; readonly files: readonly unknown[] },
): Promise<void> => {
  const payload = { kind: 'message', channelId, threadId: null, language: 'en', ...said };
  await stores.inbox.receive(workspaceId, {
    platform: 'playground',
    key: said.key,
    kind: 'message',
    payload,
  });
  stores.wakeups.wake('inbox');
};

/** With the session's token, so that it opens in a browser that has not seen the page yet. */
const linkTo = (citationId: string): string => {
  const link = new URL(`/c/${citationId}`, bot.origin);
  link.search = new URL(bot.url).search;
  return link.href;
};

const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

const settings = readAllSettings(process.env);
const composition = await startComposition(settings, createPinoLog(settings.ANCHR_LOG_LEVEL));
const { stores, workspaceId, bot } = composition;
const started = stores.ids.next();
await share(composition, `share-${started}`);
const library = await until(() => stores.libraries.byChannel(workspaceId, 'playground', channelId));
await until(async () => {
  const items = await stores.ingestions.requests.list(workspaceId, library.id, 100);
  const own = items.filter((item) => item.share.messageId === `share-${started}`);
  return own.length > 0 && own.every(({ status }) => status !== 'LIVE') ? own : null;
});
await send(stores, workspaceId, { key: `ask-${started}`, text: question, files: [] });
const run = await until(async () => {
  const runs = await stores.runs.list(workspaceId, library.id, 5);
  return (
    runs.find((item) => item.address.threadId === `ask-${started}` && item.finishedAt !== null) ??
    null
  );
});
const trace = await stores.traces.find(workspaceId, run.id);
if (run.answer !== null) {
  const record = answerRecord(run.id, run, run.answer, trace, bot.origin);
  if (values.json) console.log(JSON.stringify(record));
  else {
    console.log(`\n${question}\n\n${run.answer.markdown}\n`);
    for (const citation of run.answer.citations) {
      console.log(
        `[${citation.label}] ${citation.documentName}, page ${citation.page ?? '–'}: ${linkTo(citation.id)}`,
      );
    }
  }
}
if (values.once) {
  await composition.stop();
  process.exit(0);
}
console.log(`\nAnchr is ready: ${bot.url}`);
