import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeProject } from './fake-project.ts';

let project: ReturnType<typeof fakeProject>;
beforeEach(() => {
  project = fakeProject();
});
afterEach(() => project.remove());

const callsOf = (program: string): number =>
  project.calls().filter((call) => call.startsWith(program)).length;

describe('the set-up', () => {
  it('does everything once, and nothing the second time', async () => {
    const first = await project.setUp();
    expect(first).toMatchObject({ code: 0 });
    expect(first.told).toContain('npm packages and Node 24: ready');
    expect(first.told).toContain('document parser (Python): ready');
    const calls = project.calls();
    expect(calls).toContain('tarball');

    const second = await project.setUp();
    expect(second).toEqual({ code: 0, told: '[set-up] Everything is ready.\n' });
    expect(project.calls()).toEqual(calls);
  });

  it('repeats only the step whose inputs changed', async () => {
    await project.setUp();
    const before = callsOf('python');
    project.write(
      'package-lock.json',
      '{"packages":{"":{},"node_modules/node":{"version":"24.1.0"}}}',
    );
    await project.setUp();
    expect(callsOf('npm ci')).toBe(2);
    expect(callsOf('python')).toBe(before);
  });

  it("counts a developer's own npm install as done", async () => {
    await project.setUp();
    const lock = '{"packages":{"":{},"node_modules/node":{"version":"24.0.1"}}}';
    project.write('package-lock.json', lock);
    project.write('node_modules/.package-lock.json', lock);
    await project.setUp();
    expect(callsOf('npm ci')).toBe(1);
  });

  it('repeats a step whose results were deleted', async () => {
    await project.setUp();
    project.removeFile('sidecar-docling/.venv');
    await project.setUp();
    expect(callsOf('python -m venv')).toBe(2);
    expect(callsOf('npm ci')).toBe(1);
  });

  it('stops when asked to, and the next one finishes what is missing', async () => {
    const interrupted = project.run(['scripts/setup.mjs'], { FAKE_NPM_SECONDS: '20' });
    while (callsOf('npm') === 0) await sleep(20);
    interrupted.stop('SIGTERM');
    const ended = await interrupted.ended;
    expect(ended.code).toBe(1);
    expect(ended.told).toContain('Interrupted. Run again to finish.');
    expect(await project.setUp()).toMatchObject({ code: 0 });
    expect(callsOf('npm ci')).toBe(2);
  });

  it('makes a half-made Python environment anew', async () => {
    await project.setUp();
    project.write('sidecar-docling/requirements.lock', 'fastapi==2.0.0\n');
    writeFileSync(join(project.folder, 'sidecar-docling/.venv/unfinished'), '');
    await project.setUp();
    expect(callsOf('python -m venv')).toBe(2);
    expect(existsSync(join(project.folder, 'sidecar-docling/.venv/unfinished'))).toBe(false);
  });
});

describe('two set-ups at the same time', () => {
  it('do the work once', async () => {
    const settings = { FAKE_NPM_SECONDS: '1' };
    const both = await Promise.all([project.setUp(settings), project.setUp(settings)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.some(({ told }) => told.includes('Another set-up'))).toBe(true);
    expect(callsOf('npm ci')).toBe(1);
  });

  it('are not held up by one that died', async () => {
    project.write('.cache/set-up/lock', '999999999\n');
    expect(await project.setUp()).toMatchObject({ code: 0 });
  });
});

describe('a set-up that cannot go on says why in a sentence', () => {
  it.each([
    ['an old Python', { FAKE_PYTHON_VERSION: '3 9' }, /newer is needed, and only 3\.9 was found/],
    ['no venv module', { FAKE_ENSUREPIP: '1' }, /apt install python3-venv/],
    [
      'no network',
      { FAKE_NPM_SAYS: 'npm error code ENOTFOUND' },
      /The npm registry could not be reached while installing npm packages/,
    ],
    ['a full disk', { FAKE_NPM_SAYS: 'npm error ENOSPC: write' }, /The disk is full/],
  ])('%s', async (_name, settings, sentence) => {
    const { code, told } = await project.setUp(settings);
    expect(code).toBe(1);
    expect(told).toMatch(sentence);
    expect(told).not.toMatch(/^ +at /m);
  });

  it('where no Python is installed at all, before anything is fetched', async () => {
    project.removeFile('programs/python3');
    const { code, told } = await project.setUp();
    expect(code).toBe(1);
    expect(told).toContain('none was found');
    expect(project.calls()).toEqual([]);
  });

  it('where the starter model is not the expected one', async () => {
    const real = fakeProject({ hasModelStandIn: false });
    const { code, told } = await real.setUp();
    real.remove();
    expect(code).toBe(1);
    expect(told).toContain('is not the expected file');
  });
});
