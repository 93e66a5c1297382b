import postgres from 'postgres';
import { Cancelled, isVerdict, Retryable, Terminal } from '#core/domain/errors.ts';
import type { Verdict } from '#core/domain/errors.ts';
import { isDiskFull } from '#core/infra/disk-full.ts';

/** A Unix socket of the embedded database, or the URL of a PostgreSQL server. */
export type DatabaseAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string };

/** int8 arrives as a number: counters and versions here stay far below 2^53. */
const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number) => String(value),
    parse: (text: string) => Number(text),
  },
};
type Types = { bigint: number };
export type Sql = postgres.Sql<Types>;
export type Transaction = postgres.TransactionSql<Types>;
/** Where a statement may run: on its own, or within a transaction. */
export type Queryable = Sql | Transaction;

/**
 * A pool of connections. `run` and `transaction` translate the driver's errors into verdicts, so a
 * repository reaches the database through these only. A transaction rolls back on any rejection.
 */
export type Connection = {
  readonly run: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** The driver itself, for drizzle and for the migrator. */
  readonly sql: Sql;
  readonly close: () => Promise<void>;
};

/**
 * A scope may hold one document or ten thousand: a plan that was made without looking at it is wrong
 * for most, and costs more than planning does.
 */
export const planCacheMode = 'force_custom_plan';

export type ConnectOptions = {
  /** Connections at most; the embedded engine serves one statement at a time anyway. */
  readonly maximum?: number;
};

/** Opens connections when they are first needed, and again after they were lost. */
export const connect = (address: DatabaseAddress, options: ConnectOptions = {}): Connection => {
  const common = {
    max: options.maximum ?? 10,
    connect_timeout: 15,
    onnotice: () => {},
    types,
    connection: { application_name: 'anchr', plan_cache_mode: planCacheMode },
  };
  const sql: Sql =
    address.kind === 'socket'
      ? postgres({ ...common, path: address.path, user: 'postgres', database: 'postgres' })
      : postgres(address.url, common);
  return {
    sql,
    run: (work) => translated(() => work(sql)),
    transaction: (work) => translated(() => inTransaction(sql, work)),
    close: () => sql.end({ timeout: 5 }),
  };
};

const inTransaction = async <T>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => {
  const done = await sql.begin(async (transaction) => ({ value: await work(transaction) }));
  return done.value;
};

const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toVerdict(error);
  }
};

/** Codes of the driver and of the system for a connection that is not there (any more). */
const lostCodes: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** serialization_failure, deadlock_detected, lock_not_available: another transaction won. */
const conflictCodes: ReadonlySet<string> = new Set(['40001', '40P01', '55P03']);

/** What the database's or driver's error means for whoever asked; verdicts pass unchanged. */
export const toVerdict = (error: unknown): Verdict => {
  if (isVerdict(error)) return error;
  const code = codeOf(error);
  if (isDiskFull(error)) {
    return new Retryable('DISK_FULL', 'the database has no room left on its disk', {
      cause: error,
    });
  }
  if (lostCodes.has(code) || code.startsWith('08')) {
    return new Retryable('DATABASE_AWAY', 'the database does not answer', { cause: error });
  }
  if (conflictCodes.has(code)) {
    return new Retryable('DATABASE_CONFLICT', 'another transaction came first', { cause: error });
  }
  if (code === '57014') return new Cancelled('the statement was stopped', { cause: error });
  return new Terminal('DATABASE_ERROR', `the database refused a statement (${code})`, {
    cause: error,
  });
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no code';
