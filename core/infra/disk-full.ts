/** ENOSPC and EDQUOT from the file system, 53100 (disk_full) from PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or one that caused it, says that the disk has no room. */
export const isDiskFull = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && codes.has(error.code)) return true;
  if ('message' in error && /no space left|ENOSPC/i.test(String(error.message))) return true;
  return 'cause' in error && isDiskFull(error.cause);
};
