import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { bearer } from '../bench/calls.ts'
import { atRate } from '../bench/delivery.ts'
import type { Pair } from '../bench/world.ts'
import type { createMix } from './mix.ts'

/** Each number is in milliseconds from the moment at which the thing was due, so that a queue in front of us counts, too. */
export type Tally = {
  acknowledged: number[]
  delivered: number[]
  calls: Map<string, number[]>
  /** What went wrong, and how often. */
  errors: Map<string, number>
  /** Acknowledged, but never heard by the receiver. */
  unheard: string[]
  heardTwice: number
}

type Rates = { messagesPerSecond: number; callsPerSecond: number; seconds: number }
export type Scene = { url: string; sockets: Socket[]; pairs: Pair[]; draw: ReturnType<typeof createMix> }

const PATIENCE = 10_000
const STRAGGLERS = 20_000
const KEY = /"clientId":"([0-9a-f-]{36})"/
const WORDS = 'Då säger vi onsdag halv sju, jag möter vid grindarna.'

type Sent = { dueAt: number; acknowledged: boolean; heard: number }

export async function drive({ url, sockets, pairs, draw }: Scene, rates: Rates): Promise<Tally> {
  const tally: Tally = {
    acknowledged: [],
    delivered: [],
    calls: new Map(),
    errors: new Map(),
    unheard: [],
    heardTwice: 0,
  }
  const sent = new Map<string, Sent>()
  const fail = (what: string) => tally.errors.set(what, (tally.errors.get(what) ?? 0) + 1)

  const onMessage = (push: { message?: { mine?: boolean } }) => {
    const message = sent.get(KEY.exec(JSON.stringify(push))?.[1] ?? '')
    if (!message || push.message?.mine) return
    message.heard += 1
    if (message.heard === 1) tally.delivered.push(performance.now() - message.dueAt)
  }
  const onDisconnect = () => fail('a socket was closed')
  for (const socket of sockets) socket.on('chat:message', onMessage).on('disconnect', onDisconnect)

  async function call(what: string, path: string, token: string, init: RequestInit): Promise<boolean> {
    try {
      const headers = { ...bearer(token), ...(init.body ? { 'content-type': 'application/json' } : {}) }
      const response = await fetch(`${url}/api/v2${path}`, { ...init, headers, signal: AbortSignal.timeout(PATIENCE) })
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
    if (!pair) throw new Error('Nobody shares a chat.')
    const clientId = randomUUID()
    const message: Sent = { dueAt, acknowledged: false, heard: 0 }
    sent.set(clientId, message)
    const body = JSON.stringify({ message: WORDS, clientId })
    message.acknowledged = await call('message', `/chats/${pair.chatId}`, pair.from.token, { method: 'POST', body })
    if (message.acknowledged) tally.acknowledged.push(performance.now() - dueAt)
  }

  async function callAnything(_: number, dueAt: number): Promise<void> {
    const { caller, call: drawn } = draw()
    const body = drawn.body ? JSON.stringify(drawn.body) : null
    if (!(await call(drawn.what, drawn.path, caller.token, { method: drawn.method, body }))) return
    const times = tally.calls.get(drawn.what) ?? []
    times.push(performance.now() - dueAt)
    tally.calls.set(drawn.what, times)
  }

  const { seconds } = rates
  await Promise.all([
    pause(seconds * 1_000),
    atRate({ perSecond: rates.messagesPerSecond, seconds }, sendMessage),
    atRate({ perSecond: rates.callsPerSecond, seconds }, callAnything),
  ])
  const missing = () => [...sent].filter(([, { acknowledged, heard }]) => acknowledged && heard === 0)
  for (const until = Date.now() + STRAGGLERS; missing().length > 0 && Date.now() < until; ) await pause(50)
  for (const socket of sockets) socket.off('chat:message', onMessage).off('disconnect', onDisconnect)
  tally.unheard = missing().map(([clientId]) => clientId)
  tally.heardTwice = [...sent.values()].filter(({ heard }) => heard > 1).length
  return tally
}
