import { Retryable, Terminal } from '#core/domain/errors.ts';
import type { RunIntent } from '#core/domain/run.ts';
import { readAllSettings } from '../settings.ts';
import { readArguments } from './arguments.ts';
import type { Arguments, CommandName } from './arguments.ts';
import { openCli } from './connection.ts';
import type { Cli } from './connection.ts';
import { doctor } from './doctor.ts';
import {
  forgetDocument,
  indexFiles,
  listDocuments,
  reindexDocuments,
  retryFiles,
} from './files.ts';
import { createOutput } from './output.ts';
import type { Output } from './output.ts';
import { ask, askAll, cancelRuns, why } from './questions.ts';
import { status } from './status.ts';

// `npm run anchr -- COMMAND`: see `usage` in arguments.ts.

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Command = (
  cli: Cli,
  given: Arguments & { readonly text: string },
  output: Output,
  signal: AbortSignal,
) => Promise<boolean>;

const done = (work: Promise<void>): Promise<boolean> => work.then(() => true);

const asking =
  (intent: RunIntent): Command =>
  (cli, { text, channel, document }, output, signal) =>
    ask(cli, { intent, text, channel, document, history: null }, output, signal);

/** Each resolves to whether it went as asked. */
const commands: Readonly<Record<CommandName, Command>> = {
  index: (cli, { words }, output) => indexFiles(cli, words, output),
  ask: (cli, given, output, signal) =>
    given.questions === null
      ? asking('answer')(cli, given, output, signal)
      : done(askAll(cli, given.questions, write, signal)),
  search: asking('search'),
  docs: (cli, _given, output) => done(listDocuments(cli, output)),
  forget: (cli, { text }, output) => done(forgetDocument(cli, text, output)),
  retry: (cli, { text }, output) => retryFiles(cli, text, output),
  reindex: (cli, { text }, output) => reindexDocuments(cli, text, output),
  cancel: (cli, { text }, output) => done(cancelRuns(cli, text, output)),
  why: (cli, { text }, output) => done(why(cli, text, output)),
  status: (cli, _given, output) => done(status(cli, output)),
  doctor: (cli, _given, output) => doctor(cli, output),
};

const run = async (): Promise<void> => {
  const given = readArguments(process.argv.slice(2));
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const cli = await openCli(readAllSettings(process.env), given.channel);
  try {
    const output = createOutput(given.json, write);
    const asked = { ...given, text: given.words.join(' ') };
    const went = await commands[given.command](cli, asked, output, interrupted.signal);
    process.exitCode = went ? 0 : 1;
  } finally {
    await cli.close();
  }
};

try {
  await run();
} catch (error) {
  if (!(error instanceof Terminal || error instanceof Retryable)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.code === 'USAGE' ? 2 : 1;
}
