import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * What a log says of an error: what it was and where. The rest stays out of it, since databases and Redis hang rows,
 * commands and addresses on their errors.
 */
const errorForLog = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  return { type: name, message, stack, code, constraint }
}

export function createLog(wishes: { level: string; service: string }, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: wishes.level,
    base: { service: wishes.service, pid: process.pid },
    serializers: { err: errorForLog },
  }
  return destination ? pino(options, destination) : pino(options)
}
