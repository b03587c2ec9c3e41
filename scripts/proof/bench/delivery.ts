import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { Caller, Pair } from './world.ts'

/** The URLs to which messages are sent and from which they are received. */
export type DeliveryTarget = {
  hubUrl: string
  /** Returns the token with which a caller connects to the hub. */
  tokenOf: (caller: Caller) => string
  send: (from: Caller, chatId: string, clientId: string) => Promise<unknown>
}

const CONNECT_CONCURRENCY = 50
const ARRIVAL_TIMEOUT = 2_000
const TEXT_KEY = /"clientId":"([0-9a-f-]{36})"/

export async function connectAll({ hubUrl, tokenOf }: Pick<DeliveryTarget, 'hubUrl' | 'tokenOf'>, callers: Caller[]) {
  const queue = [...callers]
  const sockets: Socket[] = []
  const work = async () => {
    for (let caller = queue.shift(); caller; caller = queue.shift())
      sockets.push(await connect(hubUrl, tokenOf(caller)))
  }
  await Promise.all(Array.from({ length: CONNECT_CONCURRENCY }, work))
  return { sockets, close: () => sockets.forEach((socket) => void socket.disconnect()) }
}

function connect(hubUrl: string, sessionId: string): Promise<Socket> {
  const socket = io(hubUrl, { transports: ['websocket'], auth: { sessionId }, forceNew: true, reconnection: false })
  return new Promise((resolve, reject) => {
    socket.once('ready', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

/** Starts tasks at a fixed rate, without waiting for earlier ones to finish; resolves when all have finished. */
export async function atRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (number: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const start = performance.now()
  const tasks: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const dueAt = start + (number * 1_000) / perSecond
    const ahead = dueAt - performance.now()
    if (ahead > 1) await pause(ahead)
    tasks.push(work(number, dueAt))
  }
  await Promise.all(tasks)
}

/**
 * Returns the milliseconds from sending to the receiver's socket for each message, without the sender's own devices.
 */
export async function timeDelivery(
  target: DeliveryTarget,
  sockets: Socket[],
  pairs: Pair[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ times: number[]; lost: number }> {
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const onPush = (push: unknown) => {
    const clientId = TEXT_KEY.exec(JSON.stringify(push))?.[1] ?? ''
    const at = sentAt.get(clientId)
    if (at === undefined || isOwn(push)) return
    sentAt.delete(clientId)
    times.push(performance.now() - at)
  }
  for (const socket of sockets) socket.on('chat:message', onPush)
  await atRate({ perSecond, seconds }, async (number) => {
    const pair = pairs[number % pairs.length]
    if (!pair) return
    const clientId = randomUUID()
    sentAt.set(clientId, performance.now())
    await target.send(pair.from, pair.chatId, clientId)
  })
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT; sentAt.size > 0 && Date.now() < deadline; ) await pause(20)
  for (const socket of sockets) socket.off('chat:message', onPush)
  return { times, lost: sentAt.size }
}

const isOwn = (push: unknown): boolean => (push as { message?: { mine?: boolean } }).message?.mine === true
