import { readSettings } from '#core/domain/settings.ts';
import { botSettings } from '#bot/config.ts';
import { workerSettings } from '#worker/config.ts';
import { embeddedSettings } from './config.ts';

/** All settings of the one-process composition, read once. */
export const readAllSettings = (environment: Readonly<Record<string, string | undefined>>) => ({
  ...readSettings(botSettings, environment),
  ...readSettings(workerSettings, environment),
  ...readSettings(embeddedSettings, environment),
});

export type Settings = ReturnType<typeof readAllSettings>;
