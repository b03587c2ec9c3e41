import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { atRate } from '../delivery.ts'
import type { Caller } from '../world.ts'

/** Where a message to a group goes in and where it comes out. */
export type GroupWire = {
  hubUrl: string
  tokenOf: (caller: Caller) => string
  send: (from: Caller, clientId: string) => Promise<unknown>
  /** Under which name it comes. */
  event: 'group:message' | 'chat:message'
}

/** Milliseconds of each call, and of each message until the last of the sockets had it. */
export type Spread = { calls: number[]; last: number[]; lost: number }

const STRAGGLERS = 5_000

export async function timeSpread(
  wire: GroupWire,
  sockets: Socket[],
  writers: Caller[],
  rate: { perSecond: number; seconds: number },
): Promise<Spread> {
  const open = new Map<string, { at: number; missing: number }>()
  const spread: Spread = { calls: [], last: [], lost: 0 }
  const onPush = ({ message: { clientId } }: { message: { clientId: string } }) => {
    const message = open.get(clientId)
    if (!message || --message.missing > 0) return
    open.delete(clientId)
    spread.last.push(performance.now() - message.at)
  }
  for (const socket of sockets) socket.on(wire.event, onPush)
  await atRate(rate, async (number) => {
    const writer = writers[number % writers.length]
    if (!writer) throw new Error('Nobody writes.')
    const [clientId, at] = [randomUUID(), performance.now()]
    open.set(clientId, { at, missing: sockets.length })
    await wire.send(writer, clientId)
    spread.calls.push(performance.now() - at)
  })
  for (const until = Date.now() + STRAGGLERS; open.size > 0 && Date.now() < until; ) await pause(20)
  for (const socket of sockets) socket.off(wire.event, onPush)
  return { ...spread, lost: open.size }
}
