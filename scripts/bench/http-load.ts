import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Caller } from './world.ts'

/** How one call of a kind looks, to the product and to the bare server. */
export type Target = {
  url: string
  requestOf: (
    caller: Caller,
    chatId: string,
  ) => { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object }
  hasBody: boolean
}

export type Load = { perSecond: number; p99: number; failures: number }

const CONNECTIONS = 16
/** Milliseconds between two looks at whether it is over. */
const SAMPLE = 100

/** So many calls, or as many as it takes in so many seconds. */
export type Extent = { amount: number } | { duration: number }

/** Calls, each of another member about another chat. */
export async function load({ url, requestOf, hasBody }: Target, callers: Caller[], extent: Extent): Promise<Load> {
  let turn = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    turn += 1
    const caller = callers[turn % callers.length]
    const chatId = caller?.chatIds[Math.floor(turn / callers.length) % caller.chatIds.length]
    if (!caller || !chatId) throw new Error('Nobody calls.')
    const { headers, body: said, ...call } = requestOf(caller, chatId)
    const body = hasBody ? JSON.stringify(said ?? bodyOf()) : undefined
    return {
      ...request,
      ...call,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    }
  }
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    sampleInt: SAMPLE,
    ...extent,
    requests: [{ setupRequest }],
  })
  return {
    perSecond: result.requests.total / result.duration,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

const WORDS = 'Då säger vi onsdag halv sju, jag möter vid grindarna.'

/** Both servers read from it what they know: the product `message`, the bare one `text`. */
const bodyOf = () => ({ message: WORDS, text: WORDS, clientId: randomUUID() })
