import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { bearer } from '../bench/calls.ts'
import { atRate } from '../bench/delivery.ts'
import type { Pair } from '../bench/world.ts'
import type { createMix } from './mix.ts'

/** All times are milliseconds from the scheduled start, so that delays of the load generator count too. */
export type Tally = {
  acknowledged: number[]
  delivered: number[]
  calls: Map<string, number[]>
  /** The count of each error. */
  errors: Map<string, number>
  /** Acknowledged messages that the receiver never got. */
  undelivered: string[]
  deliveredTwice: number
}

type Rates = { messagesPerSecond: number; callsPerSecond: number; seconds: number }
export type LoadScene = { url: string; sockets: Socket[]; pairs: Pair[]; nextCall: ReturnType<typeof createMix> }

const REQUEST_TIMEOUT = 10_000
const ARRIVAL_TIMEOUT = 20_000
const KEY = /"clientId":"([0-9a-f-]{36})"/
const MESSAGE_TEXT = 'Då säger vi onsdag halv sju, jag möter vid grindarna.'

type Sent = { dueAt: number; acknowledged: boolean; deliveries: number }

export async function drive({ url, sockets, pairs, nextCall }: LoadScene, rates: Rates): Promise<Tally> {
  const tally: Tally = {
    acknowledged: [],
    delivered: [],
    calls: new Map(),
    errors: new Map(),
    undelivered: [],
    deliveredTwice: 0,
  }
  const sent = new Map<string, Sent>()
  const fail = (what: string) => tally.errors.set(what, (tally.errors.get(what) ?? 0) + 1)

  const onMessage = (push: { message?: { mine?: boolean } }) => {
    const message = sent.get(KEY.exec(JSON.stringify(push))?.[1] ?? '')
    if (!message || push.message?.mine) return
    message.deliveries += 1
    if (message.deliveries === 1) tally.delivered.push(performance.now() - message.dueAt)
  }
  const onDisconnect = () => fail('a socket was closed')
  for (const socket of sockets) socket.on('chat:message', onMessage).on('disconnect', onDisconnect)

  async function call(what: string, path: string, token: string, init: RequestInit): Promise<boolean> {
    try {
      const headers = { ...bearer(token), ...(init.body ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(`${url}/api/v2${path}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT),
      })
      await response.arrayBuffer()
      if (!response.ok) fail(`${what}: ${response.status}`)
      return response.ok
    } catch (error) {
      fail(`${what}: ${error instanceof Error ? error.name : error}`)
      return false
    }
  }

  async function sendMessage(number: number, dueAt: number): Promise<void> {
    const pair = pairs[number % pairs.length]
    if (!pair) throw new Error('No pair shares a chat.')
    const clientId = randomUUID()
    const message: Sent = { dueAt, acknowledged: false, deliveries: 0 }
    sent.set(clientId, message)
    const body = JSON.stringify({ message: MESSAGE_TEXT, clientId })
    message.acknowledged = await call('message', `/chats/${pair.chatId}`, pair.from.token, { method: 'POST', body })
    if (message.acknowledged) tally.acknowledged.push(performance.now() - dueAt)
  }

  async function callAnything(_: number, dueAt: number): Promise<void> {
    const { caller, call: plannedCall } = nextCall()
    const body = plannedCall.body ? JSON.stringify(plannedCall.body) : null
    if (!(await call(plannedCall.what, plannedCall.path, caller.token, { method: plannedCall.method, body }))) return
    const times = tally.calls.get(plannedCall.what) ?? []
    times.push(performance.now() - dueAt)
    tally.calls.set(plannedCall.what, times)
  }

  const { seconds } = rates
  await Promise.all([
    pause(seconds * 1_000),
    atRate({ perSecond: rates.messagesPerSecond, seconds }, sendMessage),
    atRate({ perSecond: rates.callsPerSecond, seconds }, callAnything),
  ])
  const missing = () => [...sent].filter(([, { acknowledged, deliveries }]) => acknowledged && deliveries === 0)
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT; missing().length > 0 && Date.now() < deadline; ) await pause(50)
  for (const socket of sockets) socket.off('chat:message', onMessage).off('disconnect', onDisconnect)
  tally.undelivered = missing().map(([clientId]) => clientId)
  tally.deliveredTwice = [...sent.values()].filter(({ deliveries }) => deliveries > 1).length
  return tally
}
