import { describe, expect, it } from 'vitest';
import { Cancelled, Retryable, Stale, Terminal } from '#core/domain/errors.ts';
import { connect, toVerdict } from './connect.ts';

const failure = (code: string): Error => Object.assign(new Error('from the driver'), { code });

describe('what an error of the database means', () => {
  it.each([
    ['CONNECTION_CLOSED', 'DATABASE_AWAY'],
    ['ECONNREFUSED', 'DATABASE_AWAY'],
    ['08006', 'DATABASE_AWAY'],
    ['57P01', 'DATABASE_AWAY'],
    ['40P01', 'DATABASE_CONFLICT'],
    ['40001', 'DATABASE_CONFLICT'],
    ['53100', 'DISK_FULL'],
    ['ENOSPC', 'DISK_FULL'],
  ])('%s may pass: %s', (code, verdict) => {
    const cause = failure(code);
    expect(toVerdict(cause)).toMatchObject({ name: Retryable.name, code: verdict, cause });
  });

  it('a stopped statement is a cancel', () => {
    expect(toVerdict(failure('57014'))).toBeInstanceOf(Cancelled);
  });

  it('anything else is final, keeps its cause, and repeats none of its words', () => {
    const cause = failure('23505');
    const verdict = toVerdict(cause);
    expect(verdict).toMatchObject({ name: Terminal.name, code: 'DATABASE_ERROR', cause });
    expect(verdict.message).not.toContain('from the driver');
  });

  it('a verdict passes unchanged', () => {
    const stale = new Stale();
    expect(toVerdict(stale)).toBe(stale);
  });

  it('nobody at the address is a database that is away', async () => {
    const connection = connect({ kind: 'socket', path: '/nowhere/database.socket' });
    await expect(connection.run((sql) => sql`select 1`)).rejects.toMatchObject({
      name: Retryable.name,
      code: 'DATABASE_AWAY',
    });
    await connection.close();
  });
});
