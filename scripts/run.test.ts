import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeProject } from './fake-project.ts';

let project: ReturnType<typeof fakeProject>;
beforeEach(() => {
  project = fakeProject();
});
afterEach(() => project.remove());

describe('run', () => {
  it('sets up, then hands arguments and exit code through', async () => {
    project.write('a.ts', 'console.log(process.argv.slice(2).join("|")); process.exitCode = 7;');
    const { code, told } = await project.run(['scripts/run.mjs', 'a.ts', 'one', '--two']).ended;
    expect(code).toBe(7);
    expect(told).toContain('one|--two');
    expect(project.calls().length).toBeGreaterThan(0);
  });

  it('passes a signal on and waits for the end', async () => {
    await project.setUp();
    project.write(
      'a.ts',
      `process.on('SIGTERM', () => { console.log('closing'); process.exit(5); });
import { appendFileSync } from 'node:fs';
appendFileSync('calls', 'started\\n');
setInterval(() => {}, 1000);`,
    );
    const running = project.run(['scripts/run.mjs', 'a.ts']);
    while (!project.calls().includes('started')) await sleep(20);
    running.stop('SIGTERM');
    const { code, told } = await running.ended;
    expect(code).toBe(5);
    expect(told).toContain('closing');
  });

  it('ends what it started when npm is ended above its head', async () => {
    await project.setUp();
    project.write(
      'a.ts',
      `import { appendFileSync } from 'node:fs';
process.on('SIGTERM', () => { appendFileSync('calls', 'closed\\n'); process.exit(); });
appendFileSync('calls', 'started\\n');
setInterval(() => {}, 1000);`,
    );
    const shell = `import { spawn } from 'node:child_process';
spawn(process.execPath, ['scripts/run.mjs', 'a.ts'], { stdio: 'ignore' });
setInterval(() => {}, 1000);`;
    project.write('shell.mjs', shell);
    const running = project.run(['shell.mjs'], { npm_lifecycle_event: 'demo' });
    while (!project.calls().includes('started')) await sleep(20);
    running.stop('SIGKILL');
    await expect.poll(() => project.calls(), { timeout: 10_000 }).toContain('closed');
  });

  it('reads .env where there is one', async () => {
    project.write('.env', 'ANCHR_TRIED=yes\n');
    project.write('a.ts', 'console.log(`tried: ${process.env.ANCHR_TRIED}`);');
    const { told } = await project.run(['scripts/run.mjs', 'a.ts']).ended;
    expect(told).toContain('tried: yes');
  });
});
