import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { runAtRate } from '../bench/delivery.ts'
import { bearer } from '../bench/http.ts'
import type { Pair } from '../bench/world.ts'
import type { createMix } from './mix.ts'

/**
 * The results of a stage. The time of each message and request counts in milliseconds from when it was due, so that it
 * includes delays of the load generator.
 */
export type Tally = {
  acknowledged: number[]
  delivered: number[]
  /** Response times of the other requests, by label. */
  requests: Map<string, number[]>
  /** The number of occurrences of each error. */
  errors: Map<string, number>
  /** Acknowledged messages that the recipient never received. */
  undelivered: string[]
  duplicates: number
}

type Rates = { messagesPerSecond: number; requestsPerSecond: number; seconds: number }
export type LoadTarget = { url: string; sockets: Socket[]; pairs: Pair[]; nextRequest: ReturnType<typeof createMix> }

const REQUEST_TIMEOUT_MS = 10_000
const ARRIVAL_TIMEOUT_MS = 20_000
const CLIENT_ID = /"clientId":"([0-9a-f-]{36})"/
const MESSAGE_TEXT = 'Då säger vi onsdag halv sju, jag möter vid grindarna.'

type SentMessage = { dueAt: number; acknowledged: boolean; deliveries: number }

/** Sends messages and other requests at these rates, then waits a limited time for the acknowledged messages. */
export async function drive({ url, sockets, pairs, nextRequest }: LoadTarget, rates: Rates): Promise<Tally> {
  const tally: Tally = {
    acknowledged: [],
    delivered: [],
    requests: new Map(),
    errors: new Map(),
    undelivered: [],
    duplicates: 0,
  }
  const sent = new Map<string, SentMessage>()
  const countError = (error: string) => tally.errors.set(error, (tally.errors.get(error) ?? 0) + 1)

  const onMessage = (push: { message?: { mine?: boolean } }) => {
    const message = sent.get(CLIENT_ID.exec(JSON.stringify(push))?.[1] ?? '')
    if (!message || push.message?.mine) return
    message.deliveries += 1
    if (message.deliveries === 1) tally.delivered.push(performance.now() - message.dueAt)
  }
  const onDisconnect = () => countError('a socket was closed')
  for (const socket of sockets) socket.on('chat:message', onMessage).on('disconnect', onDisconnect)

  async function request(label: string, path: string, token: string, init: RequestInit): Promise<boolean> {
    try {
      const headers = { ...bearer(token), ...(init.body ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(`${url}/api/v2${path}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      await response.arrayBuffer()
      if (!response.ok) countError(`${label}: ${response.status}`)
      return response.ok
    } catch (error) {
      countError(`${label}: ${error instanceof Error ? error.name : error}`)
      return false
    }
  }

  async function sendMessage(index: number, dueAt: number): Promise<void> {
    const pair = pairs[index % pairs.length]
    if (!pair) throw new Error('No pair shares a chat.')
    const clientId = randomUUID()
    const message: SentMessage = { dueAt, acknowledged: false, deliveries: 0 }
    sent.set(clientId, message)
    const body = JSON.stringify({ message: MESSAGE_TEXT, clientId })
    message.acknowledged = await request('message', `/chats/${pair.chatId}`, pair.from.token, { method: 'POST', body })
    if (message.acknowledged) tally.acknowledged.push(performance.now() - dueAt)
  }

  async function sendOtherRequest(_: number, dueAt: number): Promise<void> {
    const { caller, planned } = nextRequest()
    const body = planned.body ? JSON.stringify(planned.body) : null
    if (!(await request(planned.label, planned.path, caller.token, { method: planned.method, body }))) return
    const times = tally.requests.get(planned.label) ?? []
    times.push(performance.now() - dueAt)
    tally.requests.set(planned.label, times)
  }

  const { seconds } = rates
  await Promise.all([
    pause(seconds * 1_000),
    runAtRate({ perSecond: rates.messagesPerSecond, seconds }, sendMessage),
    runAtRate({ perSecond: rates.requestsPerSecond, seconds }, sendOtherRequest),
  ])
  const listUndelivered = () => [...sent].filter(([, { acknowledged, deliveries }]) => acknowledged && deliveries === 0)
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT_MS; listUndelivered().length > 0 && Date.now() < deadline; )
    await pause(50)
  for (const socket of sockets) socket.off('chat:message', onMessage).off('disconnect', onDisconnect)
  tally.undelivered = listUndelivered().map(([clientId]) => clientId)
  tally.duplicates = [...sent.values()].filter(({ deliveries }) => deliveries > 1).length
  return tally
}
