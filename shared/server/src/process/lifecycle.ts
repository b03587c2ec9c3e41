import type { Logger } from 'pino'

const SHUTDOWN_TIMEOUT_MS = 10_000

/** Shuts the process down gracefully on the first SIGTERM or SIGINT, and forcibly after SHUTDOWN_TIMEOUT_MS. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'graceful shutdown failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Starts a service. If that fails, prints only the error message, for the operator, and exits. */
export function startService(start: () => Promise<void>): void {
  start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
