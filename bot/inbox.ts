import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import type { Intention, Place } from '#core/domain/intention.ts';
import type { Platform, WorkspaceId } from '#core/domain/ids.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Inbox, InboxRow } from '#core/ports/inbox.ts';
import type { Log } from '#core/ports/log.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Shares } from '#core/ports/shares.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';
import type { Work } from '#core/ports/work.ts';
import type { Admit } from './admit.ts';
import type { Curate } from './curate.ts';
import type { Inform } from './inform.ts';
import type { Share } from './share.ts';
import type { Stop } from './stop.ts';

/** How a platform's rows are understood; passed in by main. */
export type Reader = {
  /** What the row asks for, in order. Rejects with Terminal when it can never be understood. */
  readonly read: (workspaceId: WorkspaceId, row: InboxRow) => Promise<readonly Intention[]>;
  /** Where a sentence goes when the row has to be given up. */
  readonly placeOf: (workspaceId: WorkspaceId, row: InboxRow) => Promise<Place | null>;
};

type Dependencies = {
  readonly inbox: Pick<Inbox, 'load' | 'complete' | 'abandon'>;
  readonly work: Pick<Work, 'claim' | 'defer' | 'nextDueMs'>;
  readonly readers: Readonly<Partial<Record<Platform, Reader>>>;
  readonly share: Share;
  readonly admit: Admit;
  readonly stop: Stop;
  readonly curate: Curate;
  readonly inform: Inform;
  readonly shares: Pick<Shares, 'remove'>;
  readonly runs: Pick<Runs, 'find'>;
  readonly deliveries: Pick<Deliveries, 'notice'>;
  readonly wakeups: Wakeups;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
};

/** Tries of one row, and milliseconds before the next; the last repeats. ◦ */
const maximumTries = 8;
const retryDelaysMs = [200, 1_000, 5_000, 30_000] as const;
/** Looks this often even when every wake-up was lost. */
const pollMs = 1_000;
const rowsAtOnce = 8;

/** Works through the rows one by one, in the order they came, until stopped. */
export const startInbox = (dependencies: Dependencies): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const handle = createInbox(dependencies);
  const draining = drain(dependencies, handle, stopping.signal);
  return {
    stop: async () => {
      stopping.abort(new Cancelled('the process is stopping'));
      await draining;
    },
  };
};

const drain = async (
  { work, wakeups, log, owner }: Dependencies,
  handle: (claim: Claim) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> => {
  while (!stopping.aborted) {
    try {
      const claims = await work.claim('inbox', owner, rowsAtOnce);
      // In order: a "stop" must not overtake the question that it stops.
      for (const claim of claims) await handle(claim);
      if (claims.length === rowsAtOnce) continue;
      const dueMs = await work.nextDueMs('inbox');
      await wakeups.wait('inbox', Math.max(20, Math.min(pollMs, dueMs ?? pollMs)), stopping);
    } catch (error) {
      log.error('inbox-look-failed', { message: messageOf(error) });
      await wakeups.wait('inbox', pollMs, stopping);
    }
  }
};

/** Handles one claimed row. Every effect is idempotent by the row's own ids, so a repeat is harmless. */
export const createInbox =
  (dependencies: Dependencies) =>
  async (claim: Claim): Promise<void> => {
    const { inbox, readers, clock, log } = dependencies;
    const startedMs = clock.elapsedMs();
    let row: InboxRow | null = null;
    let verdict = 'done';
    try {
      row = await inbox.load(claim);
      const reader = readers[row.platform];
      if (reader === undefined) throw new Terminal('NO_READER', `no reader for ${row.platform}`);
      for (const intention of await reader.read(claim.workspaceId, row)) {
        await act(dependencies, claim.workspaceId, intention);
      }
      await inbox.complete(claim);
    } catch (error) {
      verdict = error instanceof Stale ? 'stale' : await giveBack(dependencies, claim, row, error);
    }
    log.info('inbox', {
      id: claim.id,
      kind: row?.kind,
      attempt: claim.attempt,
      tookMs: Math.round(clock.elapsedMs() - startedMs),
      verdict,
    });
  };

const act = async (
  dependencies: Dependencies,
  workspaceId: WorkspaceId,
  intention: Intention,
): Promise<void> => {
  const { share, admit, stop, curate, inform, shares, wakeups, deliveries } = dependencies;
  switch (intention.kind) {
    case 'share':
      await share(workspaceId, intention.shared);
      return;
    case 'ask':
      await admit(workspaceId, intention.question, intention.language);
      return;
    case 'ask-again':
      return askAgain(dependencies, workspaceId, intention);
    case 'stop':
      return stop(workspaceId, intention.target, intention.place, intention.quiet);
    case 'curate':
      return curate(workspaceId, intention.act, intention.place);
    case 'inform':
      return inform(workspaceId, intention.topic, intention.place);
    case 'unshare': {
      const { address } = intention.place;
      await shares.remove(
        workspaceId,
        address.platform,
        address.channelId,
        intention.messageId,
        null,
      );
      for (const kind of ['cleanup', 'delivery', 'run'] as const) wakeups.wake(kind);
      return;
    }
    case 'tell': {
      const { code, detail, place } = intention;
      const { address, key, language } = place;
      await deliveries.notice(workspaceId, address, key, { code, detail, language });
      wakeups.wake('delivery');
    }
  }
};

const askAgain = async (
  { runs, admit }: Dependencies,
  workspaceId: WorkspaceId,
  intention: Extract<Intention, { kind: 'ask-again' }>,
): Promise<void> => {
  const run = await runs.find(workspaceId, intention.runId);
  if (run === null) return;
  const { intent, libraryId, address, asker, question, scope } = run;
  const key = {
    platform: address.platform,
    channelId: address.channelId,
    sourceId: intention.sourceId,
  };
  const asked = { intent, key, libraryId, address, asker, question, scope, waitForMessageId: null };
  await admit(workspaceId, asked, run.answer?.language ?? 'en');
};

/** Tries again later, or gives the row up and says so where it came from. Resolves to the verdict. */
const giveBack = async (
  { inbox, work, readers, deliveries, wakeups, log }: Dependencies,
  claim: Claim,
  row: InboxRow | null,
  error: unknown,
): Promise<string> => {
  const again = !(error instanceof Terminal) && claim.attempt < maximumTries;
  try {
    if (again) {
      const delayMs = retryDelaysMs[Math.min(claim.attempt, retryDelaysMs.length) - 1] ?? 200;
      const askedMs = error instanceof Retryable ? error.afterMs : undefined;
      await work.defer(claim, askedMs ?? delayMs);
      return 'deferred';
    }
    const place = row && (await readers[row.platform]?.placeOf(claim.workspaceId, row));
    if (place) {
      const notice = { code: 'not_understood', detail: '', language: place.language };
      await deliveries.notice(claim.workspaceId, place.address, `${place.key}:failed`, notice);
      wakeups.wake('delivery');
    }
    await inbox.abandon(claim, messageOf(error));
    return 'abandoned';
  } catch (failure) {
    // The lease ends by itself, and the row comes back.
    log.warn('inbox-give-back-failed', { id: claim.id, message: messageOf(failure) });
    return 'left';
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
