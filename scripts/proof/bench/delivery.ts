import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { Caller, Pair } from './world.ts'

/** A server to which messages are sent, and the hub that delivers them. */
export type DeliveryTarget = {
  hubUrl: string
  /** Returns the token with which a caller connects to the hub. */
  getToken: (caller: Caller) => string
  send: (from: Caller, chatId: string, clientId: string) => Promise<unknown>
}

const CONNECT_CONCURRENCY = 50
const ARRIVAL_TIMEOUT_MS = 2_000
const CONNECT_ATTEMPTS_MAX = 5
const CONNECT_PAUSE_MS = 500
const CLIENT_ID = /"clientId":"([0-9a-f-]{36})"/

/** Connects each caller to the hub, and resolves when all are subscribed to their pushes. */
export async function connectAll({ hubUrl, getToken }: Pick<DeliveryTarget, 'hubUrl' | 'getToken'>, callers: Caller[]) {
  const queue = [...callers]
  const sockets: Socket[] = []
  const work = async () => {
    for (let caller = queue.shift(); caller; caller = queue.shift())
      sockets.push(await connect(hubUrl, getToken(caller)))
  }
  await Promise.all(Array.from({ length: CONNECT_CONCURRENCY }, work))
  return { sockets, close: () => sockets.forEach((socket) => void socket.disconnect()) }
}

/**
 * Connects to the hub. Repeats a rejected attempt a few times, like a client: a hub accepts no login while its subscriber
 * connection is down, or while too many others wait.
 */
function connect(hubUrl: string, sessionId: string): Promise<Socket> {
  const socket = io(hubUrl, { transports: ['websocket'], auth: { sessionId }, forceNew: true, reconnection: false })
  let attempts = 1
  return new Promise((resolve, reject) => {
    socket.once('ready', () => resolve(socket))
    socket.on('connect_error', (error) => {
      if (attempts === CONNECT_ATTEMPTS_MAX) return reject(error)
      attempts += 1
      setTimeout(() => socket.connect(), CONNECT_PAUSE_MS)
    })
  })
}

/** Starts tasks at a fixed rate, without waiting for earlier ones to finish; resolves when all have finished. */
export async function runAtRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (index: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const start = performance.now()
  const tasks: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = start + (index * 1_000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await pause(waitMs)
    tasks.push(work(index, dueAt))
  }
  await Promise.all(tasks)
}

/**
 * Sends messages and returns the milliseconds until the recipients' sockets received them, and the number of messages
 * that did not arrive in time. Pushes to the sender's own devices do not count.
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
    const clientId = CLIENT_ID.exec(JSON.stringify(push))?.[1] ?? ''
    const sendTime = sentAt.get(clientId)
    if (sendTime === undefined || isOwn(push)) return
    sentAt.delete(clientId)
    times.push(performance.now() - sendTime)
  }
  for (const socket of sockets) socket.on('chat:message', onPush)
  await runAtRate({ perSecond, seconds }, async (index) => {
    const pair = pairs[index % pairs.length]
    if (!pair) return
    const clientId = randomUUID()
    sentAt.set(clientId, performance.now())
    await target.send(pair.from, pair.chatId, clientId)
  })
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT_MS; sentAt.size > 0 && Date.now() < deadline; ) await pause(20)
  for (const socket of sockets) socket.off('chat:message', onPush)
  return { times, lost: sentAt.size }
}

const isOwn = (push: unknown): boolean => (push as { message?: { mine?: boolean } }).message?.mine === true
