import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Caller } from './world.ts'

/** A server to load, the product or the baseline, and the request to send to it. */
export type Target = {
  url: string
  createRequest: (
    caller: Caller,
    chatId: string,
  ) => { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object }
  hasBody: boolean
}

export type Load = { sent: number; perSecond: number; p99: number; failures: number }

const CONNECTIONS = 16
/** The interval between two checks whether the load is complete. */
const SAMPLE_INTERVAL_MS = 100

/** A number of requests, or a duration in seconds. */
export type Extent = { amount: number } | { duration: number }

/** Sends requests, each as the next member and for one of that member's chats. */
export async function load({ url, createRequest, hasBody }: Target, callers: Caller[], extent: Extent): Promise<Load> {
  let requestIndex = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    requestIndex += 1
    const caller = callers[requestIndex % callers.length]
    const chatId = caller?.chatIds[Math.floor(requestIndex / callers.length) % caller.chatIds.length]
    if (!caller || !chatId) throw new Error('There are no callers.')
    const { headers, body: requestBody, ...methodAndPath } = createRequest(caller, chatId)
    const body = hasBody ? JSON.stringify(requestBody ?? createBody()) : undefined
    return {
      ...request,
      ...methodAndPath,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    }
  }
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    sampleInt: SAMPLE_INTERVAL_MS,
    ...extent,
    requests: [{ setupRequest }],
  })
  return {
    sent: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

const MESSAGE_TEXT = 'Då säger vi onsdag halv sju, jag möter vid grindarna.'

/** Returns a body for both servers: the product reads `message`, the baseline server `text`. */
const createBody = () => ({ message: MESSAGE_TEXT, text: MESSAGE_TEXT, clientId: randomUUID() })
