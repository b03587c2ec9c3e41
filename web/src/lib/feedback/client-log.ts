import type { ClientLog } from '@app/contract/app'
import { CLIENT_LOG_BYTES_MAX } from '@app/contract/limits'
import { VERSION } from '@app/contract/product'
import { requestHeaders } from '../http/request-headers.ts'

const MESSAGE_MAX = 500
const STACK_MAX = 2_000
const URL_MAX = 200
/** The maximum number of logs per page and hour, so that errors in a loop do not flood the log. */
const LOGS_MAX = 20
const WINDOW_MS = 60 * 60_000

const recentLogs = new Set<string>()
let windowStart = 0

/** Records a log and returns whether to send it: false if it repeats within the hour or exceeds the maximum. */
function shouldLog(log: string): boolean {
  if (Date.now() - windowStart > WINDOW_MS) {
    recentLogs.clear()
    windowStart = Date.now()
  }
  if (recentLogs.has(log) || recentLogs.size >= LOGS_MAX) return false
  recentLogs.add(log)
  return true
}

/** Truncates the stack until the log fits into the byte limit; characters may take several bytes. */
function truncateToLimit(log: ClientLog): string {
  const text = JSON.stringify(log)
  if (!log.stack || new TextEncoder().encode(text).length <= CLIENT_LOG_BYTES_MAX) return text
  return truncateToLimit({ ...log, stack: log.stack.slice(0, log.stack.length / 2) })
}

/**
 * Sends an entry to the server's log, with the request id if a request caused it. The page's URL is sent without
 * member names, email addresses and tokens.
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
  // Fire and forget: a failed log is neither awaited nor logged.
  void fetch('/api/v2/client-logs', {
    method: 'POST',
    keepalive: true,
    headers: { ...requestHeaders(), 'Content-Type': 'application/json' },
    body,
  }).catch(() => undefined)
}
