import { expect, it } from 'vitest';

/** One promise of a port, as data: `run` rejects where an implementation breaks it. */
export type ContractCase<Port> = {
  /** A sentence about behaviour. */
  readonly name: string;
  readonly run: (port: Port) => Promise<void>;
};

/** Makes each case a test. */
export const keepsContract = <Port>(
  cases: readonly ContractCase<Port>[],
  port: () => Port,
): void => {
  it.each(cases)('$name', async ({ run }) => {
    await expect(run(port())).resolves.toBeUndefined();
  });
};

/** What a method that does nothing may pretend to have found. */
const pretences: readonly unknown[] = [undefined, null, [], false, true, 0];

/**
 * Replaces each method in turn by one that does nothing and resolves with a plausible nothing, and
 * names every such lie that no case noticed: `method → pretence`. Empty where the contract is good.
 */
export const unnoticedLies = async <Port extends object>(
  cases: readonly ContractCase<Port>[],
  make: () => Port,
  methods: readonly (keyof Port & string)[],
): Promise<readonly string[]> => {
  const unnoticed: string[] = [];
  for (const method of methods) {
    for (const pretence of pretences) {
      const liar: Port = { ...make(), [method]: () => Promise.resolve(pretence) };
      if (!(await notices(cases, liar))) unnoticed.push(`${method} → ${JSON.stringify(pretence)}`);
    }
  }
  return unnoticed;
};

const notices = async <Port>(
  cases: readonly ContractCase<Port>[],
  liar: Port,
): Promise<boolean> => {
  for (const { run } of cases) {
    try {
      await run(liar);
    } catch {
      return true;
    }
  }
  return false;
};
