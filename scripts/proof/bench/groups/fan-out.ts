import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { runAtRate } from '../delivery.ts'
import type { Caller } from '../world.ts'

/** A server to which group messages are sent, and the hub that delivers them. */
export type GroupTarget = {
  hubUrl: string
  getToken: (caller: Caller) => string
  send: (from: Caller, clientId: string) => Promise<unknown>
  pushType: 'group:message' | 'chat:message'
}

/**
 * Milliseconds until each response and until the last socket received each message, and the number of messages that
 * some socket did not receive in time.
 */
export type FanOut = { responseTimes: number[]; lastArrivalTimes: number[]; lost: number }

const ARRIVAL_TIMEOUT_MS = 5_000

/** Sends group messages at a steady rate, and times the responses and the arrival at the last socket. */
export async function timeFanOut(
  target: GroupTarget,
  sockets: Socket[],
  writers: Caller[],
  { arrivalTimeoutMs = ARRIVAL_TIMEOUT_MS, ...rate }: { perSecond: number; seconds: number; arrivalTimeoutMs?: number },
): Promise<FanOut> {
  const pending = new Map<string, { sentAt: number; missing: Set<Socket> }>()
  const fanOut: FanOut = { responseTimes: [], lastArrivalTimes: [], lost: 0 }
  const subscriptions = sockets.map((socket) => {
    const onPush = ({ message: { clientId } }: { message: { clientId: string } }) => {
      const message = pending.get(clientId)
      message?.missing.delete(socket)
      if (!message || message.missing.size > 0) return
      pending.delete(clientId)
      fanOut.lastArrivalTimes.push(performance.now() - message.sentAt)
    }
    socket.on(target.pushType, onPush)
    return { unsubscribe: () => socket.off(target.pushType, onPush) }
  })
  await runAtRate(rate, async (index) => {
    const writer = writers[index % writers.length]
    if (!writer) throw new Error('There is no caller to send messages.')
    const [clientId, sentAt] = [randomUUID(), performance.now()]
    pending.set(clientId, { sentAt, missing: new Set(sockets) })
    await target.send(writer, clientId)
    fanOut.responseTimes.push(performance.now() - sentAt)
  })
  for (const deadline = Date.now() + arrivalTimeoutMs; pending.size > 0 && Date.now() < deadline; ) await pause(20)
  for (const { unsubscribe } of subscriptions) unsubscribe()
  return { ...fanOut, lost: pending.size }
}
