import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeProject } from './fake-project.ts';

let project: ReturnType<typeof fakeProject>;
beforeEach(async () => {
  project = fakeProject();
  await project.setUp();
});
afterEach(() => project.remove());

/** A stand-in for vitest that writes the report which it is asked for and ends as told. */
const writeVitest = (report: string, exitCode: number): void =>
  project.write(
    'node_modules/vitest/vitest.mjs',
    `import { writeFileSync } from 'node:fs';
const option = process.argv.find((word) => word.startsWith('--outputFile.json='));
if (${JSON.stringify(report)} !== '') writeFileSync(option.slice(18), ${JSON.stringify(report)});
console.log('asked:', ...process.argv.slice(2).filter((word) => !word.startsWith('--')));
process.exitCode = ${exitCode};`,
  );
const reportOf = (passed: number, failed: number, skipped: number): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
  });
const junit = '<testsuites><testsuite errors="1" failures="2" skipped="3" tests="10"></testsuite>';
const lastLineOf = (told: string): string | undefined => told.trimEnd().split('\n').at(-1);

describe('npm test', () => {
  it('ends with the sum of both languages, and fails when Python fails', async () => {
    writeVitest(reportOf(5, 0, 1), 0);
    const settings = { FAKE_JUNIT: junit, FAKE_PYTEST: '1' };
    const { code, told } = await project.run(['scripts/test.mjs'], settings).ended;
    expect(lastLineOf(told)).toBe('9 passed, 3 failed, 4 skipped');
    expect(code).toBe(1);
  });

  it('passes when both pass', async () => {
    writeVitest(reportOf(5, 0, 0), 0);
    const settings = { FAKE_JUNIT: junit.replaceAll(/"[123]"/g, '"0"') };
    const { code, told } = await project.run(['scripts/test.mjs'], settings).ended;
    expect(lastLineOf(told)).toBe('15 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  it('fails when the runner ends without a report', async () => {
    writeVitest('', 0);
    const { code } = await project.run(['scripts/test.mjs', 'core']).ended;
    expect(code).toBe(1);
  });

  it('of one path leaves Python alone', async () => {
    writeVitest(reportOf(1, 0, 0), 0);
    const { told } = await project.run(['scripts/test.mjs', 'core/text']).ended;
    expect(told).toContain('asked: run core/text');
    expect(lastLineOf(told)).toBe('1 passed, 0 failed, 0 skipped');
  });
});
