/** Where a command writes: one JSON line, or lines for a person. */
export type Output = {
  readonly json: boolean;
  /** For a person only. */
  readonly say: (line: string) => void;
  /** For a program only. */
  readonly record: (value: unknown) => void;
};

export const createOutput = (json: boolean, write: (line: string) => void): Output => ({
  json,
  say: (line) => {
    if (!json) write(line);
  },
  record: (value) => {
    if (json) write(JSON.stringify(value));
  },
});
