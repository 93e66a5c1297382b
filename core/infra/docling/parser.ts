import { z } from 'zod';
import { Cancelled, isVerdict, Retryable, Terminal } from '#core/domain/errors.ts';
import { parsedWindowSchema } from '#core/domain/parsed.ts';
import type { ParsedWindow } from '#core/domain/parsed.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Log } from '#core/ports/log.ts';
import type { Parser, ParseRequest } from '#core/ports/parser.ts';
import { callSidecar, refusalOf } from './call-sidecar.ts';
import type { Sidecar, SidecarReply } from './call-sidecar.ts';

type Dependencies = { readonly sidecar: Sidecar; readonly clock: Clock; readonly log: Log };

const statusSchema = z.object({
  status: z.enum(['queued', 'running', 'succeeded', 'failed']),
  page: z.number().int().nullable(),
  pages: z.number().int().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  retryable: z.boolean().nullable(),
});
type Status = z.infer<typeof statusSchema>;

const callMs = 30_000;
const uploadMs = 120_000;
const acknowledgeMs = 5_000;
/** Between looks; a short file is done before the first second. ◦ */
const looksMs = [50, 100, 200, 400, 500] as const;
/** The sidecar's own deadline is 60 s and 30 s a page (ingest.md); past this it does not keep it. */
const deadlineMs = ({ firstPage, lastPage }: ParseRequest): number =>
  1.25 * (60_000 + 30_000 * (lastPage - firstPage + 1)) + 30_000;
const longestQueueMs = 30 * 60_000;
/** A restart takes seconds; after so many failed looks in a row the attempt ends. */
const mostFailures = 5;
const mostSubmissions = 4;

const pathOf = (requestId: string, rest = ''): string =>
  `/v1/parses/${encodeURIComponent(requestId)}${rest}`;

const refused = (reply: SidecarReply): Retryable | Terminal => {
  const refusal = refusalOf(reply);
  const message = `the parser refused: ${refusal?.message ?? reply.status}`;
  return reply.status === 422 && refusal !== null
    ? new Terminal(refusal.code, message)
    : new Retryable('INTERNAL', message);
};

const jsonOf = <Schema extends z.ZodType>(schema: Schema, { bytes }: SidecarReply) => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return schema.parse(value);
  } catch (error) {
    throw new Retryable('INTERNAL', 'the parser answered something unreadable', { cause: error });
  }
};

/** The sidecar's parses as the Parser port. */
export const createParser = (dependencies: Dependencies): Parser => ({
  parse: async (request, onPage, signal) => {
    try {
      await submit(dependencies, request, signal);
      await waitFor(dependencies, request, onPage, signal);
      return await fetchResult(dependencies, request, signal);
    } catch (error) {
      // Killed where it still runs, and never the answer to the next submission of this id.
      await remove(dependencies, request.requestId);
      throw signal.aborted && !isVerdict(error)
        ? new Cancelled('the parse was stopped', { cause: error })
        : error;
    }
  },

  picture: async (requestId, picture, signal) => {
    const path = pathOf(requestId, `/pictures/${picture}`);
    const call = { method: 'GET', path, timeoutMs: callMs } as const;
    const reply = await callSidecar(dependencies.sidecar, call, signal);
    if (reply.status !== 200) throw refused(reply);
    return reply.bytes;
  },

  acknowledge: (requestId) => remove(dependencies, requestId),
});

const submit = async (
  { sidecar }: Dependencies,
  { requestId, name, contentHash, bytes, firstPage, lastPage }: ParseRequest,
  signal: AbortSignal,
): Promise<void> => {
  const query = new URLSearchParams({
    name: name.toWellFormed().slice(-500),
    sha256: contentHash,
    first: String(firstPage),
    last: String(lastPage),
  });
  const path = pathOf(requestId, `?${query.toString()}`);
  const body = new Uint8Array(bytes);
  const call = { method: 'PUT', path, body, timeoutMs: uploadMs } as const;
  const reply = await callSidecar(sidecar, call, signal);
  if (reply.status !== 200 && reply.status !== 202) throw refused(reply);
};

const look = async (
  { sidecar }: Dependencies,
  requestId: string,
  signal: AbortSignal,
): Promise<Status | 'unknown'> => {
  const call = { method: 'GET', path: pathOf(requestId), timeoutMs: callMs } as const;
  const reply = await callSidecar(sidecar, call, signal);
  if (reply.status === 404) return 'unknown';
  if (reply.status !== 200) throw refused(reply);
  return jsonOf(statusSchema, reply);
};

type Waiting = { submissions: number; failures: number; startedMs: number | null };

/** Resolves when the parse succeeded. A service that was restarted is given the file again. */
const waitFor = async (
  dependencies: Dependencies,
  request: ParseRequest,
  onPage: (page: number, pages: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { clock } = dependencies;
  const waiting: Waiting = { submissions: 1, failures: 0, startedMs: null };
  const beganMs = clock.elapsedMs();
  for (let turn = 0; ; turn += 1) {
    await clock.sleep(looksMs[Math.min(turn, looksMs.length - 1)] ?? 500, signal);
    const status = await tryLook(dependencies, request, waiting, signal);
    if (status?.status === 'succeeded') return;
    if (status?.status === 'failed') throw failureOf(status);
    if (status?.status === 'running') {
      waiting.startedMs ??= clock.elapsedMs();
      tell(status, onPage);
    }
    checkDeadline(request, clock.elapsedMs(), beganMs, waiting.startedMs);
  }
};

const tell = ({ page, pages }: Status, onPage: (page: number, pages: number) => void): void => {
  if (page !== null && pages !== null) onPage(page, pages);
};

const checkDeadline = (
  request: ParseRequest,
  nowMs: number,
  beganMs: number,
  startedMs: number | null,
): void => {
  const isLate = startedMs !== null && nowMs - startedMs > deadlineMs(request);
  if (isLate || nowMs - beganMs > longestQueueMs) {
    throw new Retryable('PARSE_TIMEOUT', 'the parser did not keep its own deadline');
  }
};

/** Null where nothing was learnt; throws once that happened too often. */
const tryLook = async (
  dependencies: Dependencies,
  request: ParseRequest,
  waiting: Waiting,
  signal: AbortSignal,
): Promise<Status | null> => {
  try {
    const status = await look(dependencies, request.requestId, signal);
    if (status !== 'unknown') {
      waiting.failures = 0;
      return status;
    }
    waiting.startedMs = null;
    waiting.submissions += 1;
    if (waiting.submissions <= mostSubmissions) await submit(dependencies, request, signal);
  } catch (error) {
    waiting.failures += 1;
    if (!(error instanceof Retryable) || waiting.failures > mostFailures) throw error;
    dependencies.log.warn('parser-look-failed', { code: error.code, message: error.message });
    await dependencies.clock.sleep(error.afterMs ?? 250 * waiting.failures, signal);
  }
  if (waiting.submissions > mostSubmissions) {
    throw new Retryable('INTERNAL', 'the parser lost this file again and again');
  }
  return null;
};

const failureOf = ({ code, message, retryable }: Status): Retryable | Terminal => {
  const known = code ?? 'INTERNAL';
  const words = message ?? 'the parser gave no reason';
  return retryable === false ? new Terminal(known, words) : new Retryable(known, words);
};

const fetchResult = async (
  { sidecar }: Dependencies,
  { requestId, firstPage, lastPage }: ParseRequest,
  signal: AbortSignal,
): Promise<ParsedWindow> => {
  const path = pathOf(requestId, '/result');
  const reply = await callSidecar(sidecar, { method: 'GET', path, timeoutMs: uploadMs }, signal);
  if (reply.status !== 200) throw refused(reply);
  const parsed = jsonOf(parsedWindowSchema, reply);
  const isOther =
    parsed.pageCount > 0 && (parsed.firstPage !== firstPage || parsed.lastPage > lastPage);
  if (isOther) throw new Retryable('INTERNAL', 'the parser answered another window');
  return parsed;
};

/** What cannot be removed now ends with the service, or when its results grow old. */
const remove = async ({ sidecar, log }: Dependencies, requestId: string): Promise<void> => {
  const deadline = AbortSignal.timeout(acknowledgeMs);
  const call = { method: 'DELETE', path: pathOf(requestId), timeoutMs: acknowledgeMs } as const;
  try {
    await callSidecar(sidecar, call, deadline);
  } catch (error) {
    if (!isVerdict(error)) throw error;
    log.warn('parse-not-acknowledged', { requestId, message: error.message });
  }
};
