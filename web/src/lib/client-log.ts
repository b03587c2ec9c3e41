import type { ClientLog } from '@app/contract/app'
import { VERSION } from '@app/contract/product'
import { callHeaders } from './call-headers.ts'

const MESSAGE_MAX = 500
const STACK_MAX = 2_000
/** A page that breaks in a loop must not fill the log. */
const LOGS_MAX = 20

let sent = 0

/** Tells the server's log what went wrong here. Addresses go without their query, which may name somebody. */
export function logToServer(level: ClientLog['level'], message: string, stack?: string): void {
  if (sent >= LOGS_MAX || !navigator.onLine) return
  sent += 1
  const log: ClientLog = {
    level,
    message: message.slice(0, MESSAGE_MAX) || 'empty',
    stack: stack?.slice(0, STACK_MAX),
    url: location.pathname.replace(/\/(token|mail)\/.*/, '/$1/…'),
    version: VERSION,
  }
  // Neither waits for nor reports its own failure: a log of failing logs helps nobody.
  void fetch('/api/v2/client-logs', {
    method: 'POST',
    keepalive: true,
    headers: { ...callHeaders(), 'Content-Type': 'application/json' },
    body: JSON.stringify(log),
  }).catch(() => undefined)
}

/** Everything that nobody caught goes to the server's log. */
export function logUncaughtErrors(): void {
  window.addEventListener('error', ({ message, error }) =>
    logToServer('error', message, error instanceof Error ? error.stack : undefined),
  )
  window.addEventListener('unhandledrejection', ({ reason }) =>
    reason instanceof Error ? logToServer('error', reason.message, reason.stack) : logToServer('error', String(reason)),
  )
}
