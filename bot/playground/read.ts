import { Terminal } from '#core/domain/errors.ts';
import type { Intention, Place } from '#core/domain/intention.ts';
import type { Person, WorkspaceId } from '#core/domain/ids.ts';
import type { Library } from '#core/domain/library.ts';
import type { PlaygroundMessage } from '#core/domain/playground.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { InboxRow } from '#core/ports/inbox.ts';
import type { Libraries } from '#core/ports/libraries.ts';
import type { PlaygroundMessages } from '#core/ports/playground-messages.ts';
import { readCommand } from './commands.ts';
import type { Command, Narrowing } from './commands.ts';
import { readEvent } from './event.ts';
import type { PlaygroundActed, PlaygroundEvent, PlaygroundSaid } from './event.ts';
import type { ThreadScope } from './thread-scope.ts';

type Dependencies = {
  readonly messages: Pick<PlaygroundMessages, 'find' | 'post' | 'remove'>;
  readonly libraries: Pick<Libraries, 'byChannel'>;
  readonly threadScope: ThreadScope;
  readonly person: Person;
};

/** Turns a row of the page into what it asks for; a message first takes its place in the channel. */
export const createPlaygroundReader = (dependencies: Dependencies) => ({
  read: async (workspaceId: WorkspaceId, row: InboxRow): Promise<readonly Intention[]> => {
    const event = readEvent(row.payload);
    // It was checked when it was received: another shape stays unreadable however often it is tried.
    if (event === null) throw new Terminal('UNREADABLE_EVENT', 'not an event of the page');
    const library = await libraryOf(dependencies, workspaceId, event);
    if (library === null) throw new Terminal('NO_CHANNEL', 'the channel is not there');
    const place = placeIn(library, event, dependencies.person);
    return event.kind === 'message'
      ? readMessage(dependencies, workspaceId, event, place)
      : readAction(dependencies, workspaceId, event, place);
  },
  placeOf: async (workspaceId: WorkspaceId, row: InboxRow): Promise<Place | null> => {
    const event = readEvent(row.payload);
    const library = event && (await libraryOf(dependencies, workspaceId, event));
    return event && library && placeIn(library, event, dependencies.person);
  },
});

const libraryOf = (
  { libraries }: Dependencies,
  workspaceId: WorkspaceId,
  event: PlaygroundEvent,
): Promise<Library | null> => libraries.byChannel(workspaceId, 'playground', event.channelId);

/** A message at top level is the root of its own thread: that is where it is answered. */
const placeIn = (library: Library, event: PlaygroundEvent, by: Person): Place => ({
  libraryId: library.id,
  address: {
    platform: 'playground',
    channelId: event.channelId,
    threadId: event.threadId ?? (event.kind === 'message' ? event.key : null),
  },
  by,
  key: event.key,
  language: event.language,
});

const readMessage = async (
  dependencies: Dependencies,
  workspaceId: WorkspaceId,
  event: PlaygroundSaid,
  place: Place,
): Promise<readonly Intention[]> => {
  const { messages, threadScope } = dependencies;
  const root = event.threadId === null ? null : await messages.find(workspaceId, event.threadId);
  if (root?.deleted === true) return [];
  const posted = await postOnce(dependencies, workspaceId, event);
  if (posted.deleted) return [];
  const shared: readonly Intention[] = event.files.length === 0 ? [] : [shareOf(event, place)];
  const command = readCommand(event.text);
  if (command.kind !== 'question') return [...shared, ...intentionOf(command, event, place)];
  const kept = await threadScope(workspaceId, place, event.threadId === null ? posted : root);
  return [
    ...shared,
    {
      kind: 'ask',
      language: place.language,
      question: {
        intent: command.intent,
        key: { platform: 'playground', channelId: event.channelId, sourceId: event.key },
        libraryId: place.libraryId,
        address: place.address,
        asker: place.by,
        question: command.question,
        scope: narrow(command.narrowing, kept.scope),
        waitForMessageId: event.files.length > 0 ? event.key : kept.waitForMessageId,
      },
    },
  ];
};

/** The row may be handled twice: the message is posted once. */
const postOnce = async (
  { messages, person }: Dependencies,
  workspaceId: WorkspaceId,
  event: PlaygroundSaid,
): Promise<PlaygroundMessage> =>
  (await messages.find(workspaceId, event.key)) ??
  messages.post(workspaceId, {
    id: event.key,
    channelId: event.channelId,
    threadId: event.threadId,
    author: person,
    content: { kind: 'text', text: event.text, files: event.files },
  });

const shareOf = (event: PlaygroundSaid, place: Place): Intention => ({
  kind: 'share',
  shared: {
    libraryId: place.libraryId,
    address: place.address,
    messageId: event.key,
    by: place.by,
    files: event.files.map(({ fileId, name }) => ({ fileId, name })),
    language: place.language,
  },
});

const narrow = (narrowing: Narrowing, kept: ScopeRequest): ScopeRequest => {
  switch (narrowing.kind) {
    case 'kept':
      return kept;
    case 'everything':
      return { kind: 'library' };
    case 'named':
      return narrowing;
  }
};

const intentionOf = (
  command: Exclude<Command, { kind: 'question' }>,
  event: PlaygroundSaid,
  place: Place,
): readonly Intention[] => {
  switch (command.kind) {
    case 'nothing':
      return [];
    case 'stop':
      return [
        {
          kind: 'stop',
          target:
            event.threadId === null
              ? { kind: 'newest' }
              : { kind: 'thread', address: place.address },
          place,
          quiet: false,
        },
      ];
    case 'inform':
      return [{ kind: 'inform', topic: command.topic, place }];
    case 'curate':
      return [{ kind: 'curate', act: command.act, place }];
    case 'unknown':
      return [{ kind: 'tell', code: 'unknown_command', detail: command.verb, place }];
  }
};

const readAction = async (
  { messages }: Dependencies,
  workspaceId: WorkspaceId,
  { key, action }: PlaygroundActed,
  place: Place,
): Promise<readonly Intention[]> => {
  const { id, earlier } = action;
  switch (action.kind) {
    case 'cancel-run':
      return [{ kind: 'stop', target: { kind: 'run', runId: id }, place, quiet: false }];
    case 'ask-again':
      return [{ kind: 'ask-again', runId: id, sourceId: key }];
    case 'retry':
    case 'cancel':
      return [{ kind: 'curate', act: { kind: action.kind, ingestionId: id }, place }];
    case 'forget':
    case 'reindex':
      return [{ kind: 'curate', act: { kind: action.kind, documentId: id }, place }];
    case 'replace':
      if (earlier === null) throw new Terminal('UNREADABLE_EVENT', 'replace names no document');
      return [{ kind: 'curate', act: { kind: 'replace', ingestionId: id, earlier }, place }];
    case 'delete-message':
      return deleted(messages, workspaceId, id, place);
  }
};

/**
 * A person's own message, with its files, its question and its thread. The message may be gone
 * already when the row is handled twice; what follows from that is done again all the same.
 */
const deleted = async (
  messages: Dependencies['messages'],
  workspaceId: WorkspaceId,
  id: string,
  place: Place,
): Promise<readonly Intention[]> => {
  const message = await messages.find(workspaceId, id);
  if (message?.author === 'anchr') return [];
  await messages.remove(workspaceId, id);
  const { channelId, threadId } = place.address;
  const inThread = { ...place, address: { ...place.address, threadId: threadId ?? id } };
  const key = { platform: 'playground', channelId, sourceId: id } as const;
  const target =
    threadId === null
      ? ({ kind: 'thread', address: inThread.address } as const)
      : ({ kind: 'question', key } as const);
  return [
    { kind: 'unshare', messageId: id, place: inThread },
    { kind: 'stop', target, place: inThread, quiet: true },
  ];
};
