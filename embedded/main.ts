import { Terminal } from '#core/domain/errors.ts';
import { createPinoLog } from '#core/infra/pino-log.ts';
import { startComposition } from './composition.ts';
import { readAllSettings } from './settings.ts';

const start = async (): Promise<void> => {
  const settings = readAllSettings(process.env);
  const composition = await startComposition(settings, createPinoLog(settings.ANCHR_LOG_LEVEL));
  console.log(`Anchr is ready: ${composition.page?.url ?? ''}`);
  const stop = (): void => {
    void composition.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

try {
  await start();
} catch (error) {
  console.error(error instanceof Terminal ? error.message : error);
  process.exitCode = 1;
}
