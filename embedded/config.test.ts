import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workerSettings } from '#worker/config.ts';
import { readSettings } from '#core/domain/settings.ts';
import { settingGroups } from './config.ts';
import { environmentExample } from './environment-example.ts';

describe('settings', () => {
  it('are described in .env.example, all of them and nothing else', () => {
    const file = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    expect(file).toBe(environmentExample(settingGroups));
  });

  it('report every problem at once, and no value', () => {
    const bad = { ANCHR_MODEL_URL: 'ftp://secret-host', ANCHR_RUNS_AT_ONCE: 'many-secrets' };
    expect(() => readSettings(workerSettings, bad)).toThrow(
      /ANCHR_MODEL_URL[^]*ANCHR_RUNS_AT_ONCE/,
    );
    expect(() => readSettings(workerSettings, bad)).not.toThrow(/secret/);
  });

  it('treat an empty variable as unset', () => {
    expect(readSettings(workerSettings, { ANCHR_MODEL_URL: ' ' }).ANCHR_MODEL_URL).toBeUndefined();
  });
});
