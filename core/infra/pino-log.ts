import { pino } from 'pino';
import type { DestinationStream } from 'pino';
import type { Log } from '#core/ports/log.ts';

/** One JSON line a record, to standard error unless told otherwise. */
export const createPinoLog = (
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log => {
  const logger = pino({ level, base: null }, destination);
  return {
    info: (event, fields) => logger.info({ event, ...fields }),
    warn: (event, fields) => logger.warn({ event, ...fields }),
    error: (event, fields) => logger.error({ event, ...fields }),
  };
};
