import { describe, expect, it } from 'vitest';
import { withDatabase } from '#core/testing/database.ts';
import { migrate } from './migrate.ts';

describe('migrations', () => {
  const { connection } = withDatabase();

  it('are applied once each: a second run changes nothing', async () => {
    const names = () => connection().sql`select name, applied_at from migrations order by name`;
    const before = await names();
    await migrate(connection());
    expect(await names()).toEqual(before);
    expect(before.length).toBeGreaterThan(3);
  });

  it('that were changed after they ran are refused by name', async () => {
    await connection().sql`update migrations set checksum = 'other' where name like '0001%'`;
    await expect(migrate(connection())).rejects.toThrow(/0001-extensions/);
  });
});
