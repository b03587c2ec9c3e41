import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { atRate } from '../delivery.ts'
import type { Caller } from '../world.ts'

/** The URLs to which group messages are sent and from which they are received. */
export type GroupTarget = {
  hubUrl: string
  tokenOf: (caller: Caller) => string
  send: (from: Caller, clientId: string) => Promise<unknown>
  /** The event name of the push. */
  event: 'group:message' | 'chat:message'
}

/** Milliseconds of each call, and of each message until the last socket received it. */
export type FanOut = { calls: number[]; last: number[]; lost: number }

const ARRIVAL_TIMEOUT = 5_000

export async function timeFanOut(
  target: GroupTarget,
  sockets: Socket[],
  writers: Caller[],
  rate: { perSecond: number; seconds: number },
): Promise<FanOut> {
  const pending = new Map<string, { at: number; missing: number }>()
  const fanOut: FanOut = { calls: [], last: [], lost: 0 }
  const onPush = ({ message: { clientId } }: { message: { clientId: string } }) => {
    const message = pending.get(clientId)
    if (!message || --message.missing > 0) return
    pending.delete(clientId)
    fanOut.last.push(performance.now() - message.at)
  }
  for (const socket of sockets) socket.on(target.event, onPush)
  await atRate(rate, async (number) => {
    const writer = writers[number % writers.length]
    if (!writer) throw new Error('There is no caller to send messages.')
    const [clientId, at] = [randomUUID(), performance.now()]
    pending.set(clientId, { at, missing: sockets.length })
    await target.send(writer, clientId)
    fanOut.calls.push(performance.now() - at)
  })
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT; pending.size > 0 && Date.now() < deadline; ) await pause(20)
  for (const socket of sockets) socket.off(target.event, onPush)
  return { ...fanOut, lost: pending.size }
}
