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

/** Milliseconds until each response, and until the last socket received each message. */
export type FanOut = { responseTimes: number[]; lastArrivalTimes: number[]; lost: number }

const ARRIVAL_TIMEOUT_MS = 5_000

/** Sends group messages at a steady rate, and times the responses and the arrival at the last socket. */
export async function timeFanOut(
  target: GroupTarget,
  sockets: Socket[],
  writers: Caller[],
  rate: { perSecond: number; seconds: number },
): Promise<FanOut> {
  const pending = new Map<string, { sentAt: number; missing: number }>()
  const fanOut: FanOut = { responseTimes: [], lastArrivalTimes: [], lost: 0 }
  const onPush = ({ message: { clientId } }: { message: { clientId: string } }) => {
    const message = pending.get(clientId)
    if (!message || --message.missing > 0) return
    pending.delete(clientId)
    fanOut.lastArrivalTimes.push(performance.now() - message.sentAt)
  }
  for (const socket of sockets) socket.on(target.pushType, onPush)
  await runAtRate(rate, async (index) => {
    const writer = writers[index % writers.length]
    if (!writer) throw new Error('There is no caller to send messages.')
    const [clientId, sentAt] = [randomUUID(), performance.now()]
    pending.set(clientId, { sentAt, missing: sockets.length })
    await target.send(writer, clientId)
    fanOut.responseTimes.push(performance.now() - sentAt)
  })
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT_MS; pending.size > 0 && Date.now() < deadline; ) await pause(20)
  for (const socket of sockets) socket.off(target.pushType, onPush)
  return { ...fanOut, lost: pending.size }
}
