import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Serializes an error for the log. Omits all other properties, since database and Redis clients attach rows, commands
 * and addresses to their errors.
 */
const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  return { type: name, message, stack, code, constraint }
}

/**
 * Creates a destination that writes 4 KiB at a time, and at least every 100 ms: one system call per line would slow
 * down a busy process.
 */
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
