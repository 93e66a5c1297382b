import { parseArgs } from 'node:util';
import { Terminal } from '#core/domain/errors.ts';

export const commandNames = [
  'index',
  'ask',
  'search',
  'docs',
  'forget',
  'retry',
  'reindex',
  'cancel',
  'why',
  'status',
  'doctor',
] as const;
export type CommandName = (typeof commandNames)[number];

export type Arguments = {
  readonly command: CommandName;
  /** What follows the command: file names, the words of a question, an id. */
  readonly words: readonly string[];
  readonly channel: string;
  readonly json: boolean;
  /** Narrows a question to the document of this name. */
  readonly document: string | null;
  /** JSON lines of questions. */
  readonly questions: string | null;
};

export const usage = `Usage: npm run anchr -- COMMAND [--channel NAME] [--json]

  index FILE...                 share files into a channel and wait until they are searchable
  ask QUESTION [--document D]   a cited answer
  ask --questions FILE.jsonl    many questions, a JSON line each
  search WORDS                  the passages that match best
  docs                          what is indexed in the channel
  forget DOCUMENT               remove a document, by name or id
  retry [DOCUMENT]              try failed files again
  reindex [DOCUMENT]            build a new generation of a document, or of all
  cancel [RUN]                  stop a running question, or all of the channel's
  why [RUN]                     how an answer was found; the last one by default
  status                        what is running, waiting and struggling
  doctor                        check every part and say what to do`;

const needsWords: readonly CommandName[] = ['index', 'search', 'forget'];

/** Rejects with Terminal('USAGE') and a sentence that says what is missing. */
export const readArguments = (given: readonly string[]): Arguments => {
  const { values, positionals } = parse(given);
  const [first, ...words] = positionals;
  const command = commandNames.find((name) => name === first);
  if (command === undefined) {
    const why = first === undefined ? 'A command is missing.' : `There is no command "${first}".`;
    throw new Terminal('USAGE', `${why}\n\n${usage}`);
  }
  if (needsWords.includes(command) && words.length === 0) {
    throw new Terminal('USAGE', `"${command}" needs something to work on.\n\n${usage}`);
  }
  if (command === 'ask' && words.length === 0 && values.questions === undefined) {
    throw new Terminal('USAGE', `"ask" needs a question.\n\n${usage}`);
  }
  return {
    command,
    words,
    channel: values.channel,
    json: values.json,
    document: values.document ?? null,
    questions: values.questions ?? null,
  };
};

const parse = (given: readonly string[]) => {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        channel: { type: 'string', default: 'general' },
        json: { type: 'boolean', default: false },
        document: { type: 'string' },
        questions: { type: 'string' },
      },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Terminal('USAGE', `${why}\n\n${usage}`, { cause: error });
  }
};
