import type { WorkKind } from '#core/domain/work.ts';

type WorkTable = {
  readonly name: string;
  /** What counts as live, of a row called `unit`. */
  readonly live: string;
  /** Rows that share this take turns with those that do not, however many there are. */
  readonly turn: string;
  /** Live rows that may not be handed out yet are left out by it. */
  readonly ready: string;
};

const live = `unit.status = 'LIVE'`;
const liveRun = (row: string): string =>
  `${row}.status in ('QUEUED', 'WAITING_FOR_DOCUMENT', 'RUNNING', 'WAITING_TASK')`;

/** A conversation's questions are answered one after the other; one sent with files waits for them. */
const runIsReady = `
  not exists (
    select 1 from runs other
    where other.conversation_id = unit.conversation_id and other.id <> unit.id
      and ${liveRun('other')}
      and ((other.created_at, other.id) < (unit.created_at, unit.id) or other.lease_until > now())
  )
  and not exists (
    select 1 from ingestions i join shares s on s.id = i.share_id
    where unit.wait_for_message_id is not null
      and s.workspace_id = unit.workspace_id and s.library_id = unit.library_id
      and s.message_id = unit.wait_for_message_id and i.status = 'LIVE'
  )`;

/** Where the rows of a kind lie, and how they are chosen. SQL only, no value of a caller. */
export const workTables: Readonly<Record<WorkKind, WorkTable>> = {
  // In the order they came: a "stop" must not overtake its question.
  inbox: { name: 'inbox', live, turn: `''`, ready: 'true' },
  run: { name: 'runs', live: liveRun('unit'), turn: 'unit.library_id', ready: runIsReady },
  ingestion: { name: 'ingestions', live, turn: 'unit.library_id', ready: 'true' },
  delivery: { name: 'deliveries', live, turn: 'unit.channel_id', ready: 'true' },
  cleanup: { name: 'cleanups', live, turn: `''`, ready: 'true' },
};
