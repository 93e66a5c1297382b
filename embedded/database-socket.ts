import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { message, nextMessage } from './wire-messages.ts';
import type { WireMessage } from './wire-messages.ts';

type Engine = Pick<PGlite, 'execProtocolRawStream'>;
type Client = {
  readonly socket: Socket;
  /** Complete messages that were not executed yet. */
  readonly inbox: WireMessage[];
  /** Statements that this client named; the engine has one session, so they would outlive it. */
  readonly statements: Set<string>;
  gone: boolean;
};

export type DatabaseSocket = { readonly stop: () => Promise<void> };

/**
 * Serves one engine session to many clients over PostgreSQL's wire protocol. The session has one
 * unnamed statement, one unnamed portal and one error state, so a client owns the engine from its
 * first message until the engine says that it is idle (ReadyForQuery 'I'): nobody else's messages
 * come between. `onFailure` hears of an engine that broke; it cannot go on.
 */
export const serveDatabase = async (
  engine: Engine,
  where: { readonly path: string } | { readonly port: number; readonly host: string },
  onFailure: (error: unknown) => void,
): Promise<DatabaseSocket> => {
  const clients = new Set<Client>();
  const turns = createTurns(engine, onFailure);
  const server = createServer((socket) => {
    const client: Client = { socket, inbox: [], statements: new Set(), gone: false };
    clients.add(client);
    socket.setNoDelay(true);
    receive(client, turns);
    socket.once('close', () => {
      clients.delete(client);
      client.gone = true;
      turns.offer(client);
    });
  });
  await listen(server, where);
  return {
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of clients) client.socket.destroy();
      await closed;
      await turns.settled();
    },
  };
};

const listen = (
  server: Server,
  where: { readonly path: string } | { readonly port: number; readonly host: string },
): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });

const receive = (client: Client, turns: Turns): void => {
  let pending: Buffer = Buffer.alloc(0);
  let started = false;
  client.socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const next = nextMessage(pending, started);
      if (next === null) break;
      pending = pending.subarray(next.bytes.length);
      if (next.kind === 'encryption-request') client.socket.write('N');
      else if (next.kind === 'leave') client.socket.end();
      else {
        started = true;
        client.inbox.push(next);
      }
    }
    turns.offer(client);
  });
  // A reset is followed by 'close', which cleans up; without a listener it would end the process.
  client.socket.on('error', () => client.socket.destroy());
};

type Turns = {
  /** This client may have something to do: messages, or a session to leave behind clean. */
  readonly offer: (client: Client) => void;
  readonly settled: () => Promise<void>;
};

const createTurns = (engine: Engine, onFailure: (error: unknown) => void): Turns => {
  const waiting = new Set<Client>();
  let owner: Client | null = null;
  let running: Promise<void> | null = null;

  const step = async (client: Client): Promise<boolean> => {
    if (client.gone) {
      await leaveClean(engine, client, owner === client);
      owner = null;
      return true;
    }
    const next = client.inbox.shift();
    if (next === undefined) return false;
    owner = client;
    if (await execute(engine, client, next)) {
      owner = null;
      if (client.inbox.length > 0) waiting.add(client);
    }
    return true;
  };

  const run = async (): Promise<void> => {
    for (;;) {
      const client: Client | undefined = owner ?? waiting.values().next().value;
      if (client === undefined) return;
      waiting.delete(client);
      if (!(await step(client)) && owner !== null) return;
    }
  };

  const start = (): void => {
    running ??= run()
      .catch(onFailure)
      .finally(() => {
        running = null;
        if (owner === null ? waiting.size > 0 : owner.gone || owner.inbox.length > 0) start();
      });
  };

  return {
    offer: (client) => {
      if (client !== owner) waiting.add(client);
      start();
    },
    settled: () => running ?? Promise.resolve(),
  };
};

/** True when the engine is idle afterwards, outside any transaction. */
const execute = async (engine: Engine, client: Client, next: WireMessage): Promise<boolean> => {
  if (next.kind === 'parse' && next.name !== '') client.statements.add(next.name);
  let end: Buffer = Buffer.alloc(0);
  await engine.execProtocolRawStream(next.bytes, {
    onRawData: (data) => {
      // The engine reuses its buffer.
      const copy = Buffer.from(data);
      end = copy.length >= 6 ? copy.subarray(-6) : Buffer.concat([end, copy]).subarray(-6);
      if (client.socket.writable) client.socket.write(copy);
    },
  });
  return next.endsTurn && end.length === 6 && end[0] === 0x5a && end[5] === 0x49;
};

/** What a departed client left in the shared session goes: an open transaction, named statements. */
const leaveClean = async (engine: Engine, client: Client, owned: boolean): Promise<void> => {
  const run = (bytes: Uint8Array) => engine.execProtocolRawStream(bytes, { onRawData: () => {} });
  if (owned) {
    await run(message.sync());
    await run(message.query('rollback'));
  }
  for (const name of client.statements) await run(message.closeStatement(name));
  if (client.statements.size > 0) await run(message.sync());
  client.statements.clear();
};
