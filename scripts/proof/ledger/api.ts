import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { REQUEST_TIMEOUT_MS, RETRY_DELAY_MAX_MS, RETRY_DELAY_MIN_MS } from '@app/contract/limits'

/**
 * The result of a request: a response, a permanent rejection, or an unknown result after which it may be retried.
 */
export type Outcome<Body> = { body: Body } | { rejected: string } | { unknown: string }

export type Api = {
  send: (
    chatId: string,
    message: string,
    clientId: string,
    abortAfterMs: number | null,
  ) => Promise<Outcome<ChatMessage>>
  markRead: (chatId: string, lastId: string) => Promise<Outcome<null>>
  changes: (chatId: string, since: number) => Promise<Outcome<ChatResponse>>
  after: (chatId: string, after: string) => Promise<Outcome<ChatResponse>>
  list: () => Promise<Outcome<ChatSummary[]>>
}

/**
 * The backoff stops growing after this many attempts, after which the client marks a message as failed until the member
 * or a new connection retries it.
 */
const BACKOFF_FACTOR_MAX = 3

const isTemporary = (status: number): boolean => status >= 500 || status === 429 || status === 408

export function createApi(url: string, token: string): Api {
  async function call<Body>(method: string, path: string, json?: unknown, abortAfterMs?: number | null) {
    const signals = [
      AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(abortAfterMs ? [AbortSignal.timeout(abortAfterMs)] : []),
    ]
    try {
      const response = await fetch(`${url}/api/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.any(signals),
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
      const text = await response.text()
      if (response.ok) return { body: (text === '' ? null : JSON.parse(text)) as Body }
      const description = `${method} ${path}: ${response.status} ${text}`
      return isTemporary(response.status) ? { unknown: description } : { rejected: description }
    } catch (error) {
      return { unknown: String(error) }
    }
  }
  return {
    send: (chatId, message, clientId, abortAfterMs) =>
      call('POST', `/chats/${chatId}`, { message, clientId }, abortAfterMs),
    markRead: (chatId, lastId) => call('POST', `/chats/${chatId}/mark-read/${lastId}`),
    changes: (chatId, since) => call('GET', `/chats/${chatId}?since=${since}`),
    after: (chatId, after) => call('GET', `/chats/${chatId}?after=${after}&limit=100`),
    list: () => call('GET', '/chats?limit=100'),
  }
}

/** Returns the client's linear backoff before a retry, with jitter. */
export const backoffMs = (attempt: number): number =>
  (RETRY_DELAY_MIN_MS + Math.random() * (RETRY_DELAY_MAX_MS - RETRY_DELAY_MIN_MS)) *
  Math.min(Math.max(attempt, 1), BACKOFF_FACTOR_MAX)
