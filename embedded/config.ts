import { z } from 'zod';
import { botSettings } from '#bot/config.ts';
import { workerSettings } from '#worker/config.ts';

/** Settings that only the one-process composition has. */
export const embeddedSettings = z.object({
  ANCHR_DATA: z.string().min(1).default('data').describe('Folder of the database and the files.'),
  ANCHR_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('Least severe log record that is written.'),
});

/** Every variable that the embedded composition reads; .env.example is made from these. */
export const settingGroups = [
  { title: 'The local page and its links', schema: botSettings },
  { title: 'Models and limits', schema: workerSettings },
  { title: 'This machine', schema: embeddedSettings },
] as const;
