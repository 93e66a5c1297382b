/** One wide record per unit of work. Ids, timings, counts, verdict; never text, content or secrets. */
export type Log = {
  readonly info: (event: string, fields: LogFields) => void;
  readonly warn: (event: string, fields: LogFields) => void;
  readonly error: (event: string, fields: LogFields) => void;
};
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
