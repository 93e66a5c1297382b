/**
 * Frames of PostgreSQL's wire protocol, version 3, as far as the embedded database's server needs
 * to tell them apart. Source: PostgreSQL documentation, "Message Formats".
 */
export type WireMessage = {
  readonly kind: 'startup' | 'parse' | 'other';
  readonly bytes: Buffer;
  /** Name of the statement that a Parse makes, empty otherwise. */
  readonly name: string;
  /** The engine answers with ReadyForQuery, so the client's turn may end. */
  readonly endsTurn: boolean;
};
type Request =
  | { readonly kind: 'encryption-request'; readonly bytes: Buffer }
  | { readonly kind: 'leave'; readonly bytes: Buffer };

/** Nothing can be interrupted: whoever asks is shown out. */
const cancelRequestCode = 80_877_102;
const encryptionRequestCodes: readonly number[] = [80_877_103, 80_877_104];
/** Query, Sync, FunctionCall, CopyDone, CopyFail. */
const turnEnding: ReadonlySet<string> = new Set(['Q', 'S', 'F', 'c', 'f']);

/** The first whole message of `pending`, null while it is incomplete. */
export const nextMessage = (pending: Buffer, started: boolean): WireMessage | Request | null =>
  started ? typed(pending) : untyped(pending);

const untyped = (pending: Buffer): WireMessage | Request | null => {
  if (pending.length < 8) return null;
  const length = pending.readInt32BE(0);
  if (pending.length < length) return null;
  const bytes = pending.subarray(0, length);
  const code = pending.readInt32BE(4);
  if (encryptionRequestCodes.includes(code)) return { kind: 'encryption-request', bytes };
  if (code === cancelRequestCode) return { kind: 'leave', bytes };
  return { kind: 'startup', bytes, name: '', endsTurn: true };
};

const typed = (pending: Buffer): WireMessage | Request | null => {
  if (pending.length < 5) return null;
  const length = 1 + pending.readInt32BE(1);
  if (pending.length < length) return null;
  const bytes = pending.subarray(0, length);
  const type = String.fromCharCode(pending[0] ?? 0);
  if (type === 'X') return { kind: 'leave', bytes };
  if (type !== 'P') return { kind: 'other', bytes, name: '', endsTurn: turnEnding.has(type) };
  const name = bytes.toString('utf8', 5, bytes.indexOf(0, 5));
  return { kind: 'parse', bytes, name, endsTurn: false };
};

const framed = (type: string, body: Buffer): Uint8Array => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

/** Messages that the server itself sends to the engine. */
export const message = {
  sync: () => framed('S', Buffer.alloc(0)),
  query: (text: string) => framed('Q', Buffer.from(`${text}\0`)),
  closeStatement: (name: string) => framed('C', Buffer.from(`S${name}\0`)),
};
