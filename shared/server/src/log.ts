import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * What a log says of an error: what it was and where. The rest stays out of it, since databases and Redis hang rows,
 * commands and addresses on their errors.
 */
const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  return { type: name, message, stack, code, constraint }
}

/** Written by the page, and after a moment at the latest: a system call for each line costs a busy process a good part of its time. */
const createBufferedDestination = (): DestinationStream =>
  pino.destination({ sync: false, minLength: 4_096, periodicFlush: 100 })

export const createLog = (
  options: { level: string; service: string },
  destination = createBufferedDestination(),
): Logger =>
  pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      serializers: { err: serializeError },
    },
    destination,
  )
