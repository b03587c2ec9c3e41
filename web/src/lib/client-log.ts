import type { ClientLog } from '@app/contract/app'
import { CLIENT_LOG_MAX } from '@app/contract/limits'
import { VERSION } from '@app/contract/product'
import { callHeaders } from './call-headers.ts'

const MESSAGE_MAX = 500
const STACK_MAX = 2_000
const URL_MAX = 200
/** A page that breaks in a loop must not fill the log. */
const LOGS_MAX = 20
const WINDOW_MS = 60 * 60_000

const logged = new Set<string>()
let countedFrom = 0

/** The same again within the hour, or too much of it, says nothing new. */
function shouldLog(log: string): boolean {
  if (Date.now() - countedFrom > WINDOW_MS) {
    logged.clear()
    countedFrom = Date.now()
  }
  if (logged.has(log) || logged.size >= LOGS_MAX) return false
  logged.add(log)
  return true
}

/** With as much of the stack as there is room for, since letters can take several bytes. */
function truncateToLimit(log: ClientLog): string {
  const text = JSON.stringify(log)
  if (!log.stack || new TextEncoder().encode(text).length <= CLIENT_LOG_MAX) return text
  return truncateToLimit({ ...log, stack: log.stack.slice(0, log.stack.length / 2) })
}

/**
 * Tells the server's log what went wrong here, and in which call, if it was one. Addresses go without their query, which may
 * name somebody.
 */
export function logToServer(level: ClientLog['level'], message: string, stack?: string, requestId?: string): void {
  if (!navigator.onLine || !shouldLog(`${level} ${message} ${stack}`)) return
  const body = truncateToLimit({
    level,
    message: message.slice(0, MESSAGE_MAX) || 'empty',
    stack: stack?.slice(0, STACK_MAX),
    url: location.pathname.replace(/\/(token|mail)\/.*/, '/$1/…').slice(0, URL_MAX),
    version: VERSION,
    requestId,
  })
  // Neither waits for nor reports its own failure: a log of failing logs helps nobody.
  void fetch('/api/v2/client-logs', {
    method: 'POST',
    keepalive: true,
    headers: { ...callHeaders(), 'Content-Type': 'application/json' },
    body,
  }).catch(() => undefined)
}
