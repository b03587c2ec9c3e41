import { ONLINE_LIFETIME } from '@app/contract/limits'
import { type PushOf, WatchFrame } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/delivery/pushes'
import { countSocketsIn, type HubSocket, type Sockets } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import { createPresenceSubscriptions } from './presence-subscriptions.ts'
import { createSignals } from './signals.ts'
import { memberOfPresenceChannel } from './state.ts'

/**
 * Intervals in milliseconds of presence updates, key renewals, samples and session reviews, and the lifetime of a key.
 */
export type Timings = { tick: number; refresh: number; sample: number; review: number; lifetime: number }

/** A key that its hub no longer renews expires, and other hubs notice it, within ONLINE_LIFETIME. */
export const DEFAULT_TIMINGS: Timings = {
  tick: 1_000,
  refresh: 15_000,
  sample: 10_000,
  review: 60_000,
  lifetime: ONLINE_LIFETIME - 20_000,
}

export type Presence = {
  onConnect: (socket: HubSocket) => void
  onDisconnect: (socket: HubSocket) => void
  onWatch: (this: HubSocket, frame: unknown) => void
  onActive: (this: HubSocket) => void
  /** Handles a change of the member's chats or settings. */
  onChange: (memberId: string) => void
  onSettings: (memberId: string, push: PushOf<'member:changed'>) => void
  /** Handles a room that its last socket has left. */
  onRoomEmpty: (room: string) => void
  /** Returns whether the channel is a presence channel. */
  onMessage: (channel: string, text: string) => boolean
  stop: () => void
}

type Dependencies = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions; timings: Timings }

/** Runs work at an interval, and skips a run while the previous one is in progress. */
export function runEvery(intervalMs: number, work: () => Promise<void>): NodeJS.Timeout {
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  }, intervalMs)
}

/** Reports online members to partners in open chats; two timers serve the whole process. */
export function createPresence({ ctx, io, subscriptions, timings }: Dependencies): Presence {
  const signals = createSignals({ ...ctx, io, lifetime: timings.lifetime })
  const presenceSubscriptions = createPresenceSubscriptions({ ctx, io, subscriptions })
  const runSettled =
    (...tasks: (() => Promise<void>)[]) =>
    async () => {
      if (!subscriptions.isUp()) return
      for (const result of await Promise.allSettled(tasks.map((task) => task())))
        if (result.status === 'rejected') ctx.log.warn({ err: result.reason }, 'a presence task failed')
    }
  const timers = [
    runEvery(timings.tick, runSettled(signals.publishOffline, presenceSubscriptions.tick)),
    runEvery(timings.refresh, runSettled(signals.refresh, presenceSubscriptions.review)),
  ]

  return {
    onConnect: ({ data }) => signals.onConnect(data.memberId),

    onDisconnect(socket) {
      presenceSubscriptions.onDisconnect(socket)
      if (countSocketsIn(io, memberChannel(socket.data.memberId)) === 0) signals.onDisconnect(socket.data.memberId)
    },

    onWatch(frame) {
      const parsed = WatchFrame.safeParse(frame)
      if (parsed.success) presenceSubscriptions.subscribe(this, parsed.data.userNames)
    },

    onActive() {
      signals.onInput(this.data.memberId)
    },

    onChange: presenceSubscriptions.markStale,

    onSettings: (memberId, { settings }) => signals.onSettings(memberId, settings.presenceOff),

    onRoomEmpty(room) {
      const memberId = memberOfPresenceChannel(room)
      if (memberId) presenceSubscriptions.evict(memberId)
    },

    onMessage(channel, text) {
      const memberId = memberOfPresenceChannel(channel)
      if (memberId) presenceSubscriptions.onSignal(memberId, text)
      return memberId !== null
    },

    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
