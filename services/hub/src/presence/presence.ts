import { ONLINE_LIFETIME } from '@app/contract/limits'
import { type PushOf, WatchFrame } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/pushes'
import { countIn, type HubSocket, type Sockets } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions.ts'
import { createSigns } from './signs.ts'
import { memberOfPresenceChannel } from './state.ts'
import { createWatches } from './watches.ts'

/** How often watchers are told, keys are renewed and figures noted, and how long a key lives without. */
export type Pace = { tick: number; refresh: number; note: number; review: number; lifetime: number }

/** A key that its hub no longer renews has expired and been missed within ONLINE_LIFETIME. */
export const PACE: Pace = {
  tick: 1_000,
  refresh: 15_000,
  note: 10_000,
  review: 60_000,
  lifetime: ONLINE_LIFETIME - 20_000,
}

export type Presence = {
  onArrival: (socket: HubSocket) => void
  onGone: (socket: HubSocket) => void
  onWatch: (this: HubSocket, frame: unknown) => void
  onActive: (this: HubSocket) => void
  /** Chats or settings of this member have changed. */
  onChange: (memberId: string) => void
  onSettings: (memberId: string, push: PushOf<'member:changed'>) => void
  /** Nobody is left in the room. */
  onEmpty: (room: string) => void
  /** Answers whether the channel is one of presence. */
  onMessage: (channel: string, text: string) => boolean
  stop: () => void
}

type Parts = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions; pace: Pace }

/** Runs work again and again, never twice at once. */
export function every(pause: number, work: () => Promise<void>): NodeJS.Timeout {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    void work().finally(() => {
      busy = false
    })
  }, pause)
}

/** Who is online, shown to partners of an open chat: two timers for the whole process. */
export function createPresence({ ctx, io, subscriptions, pace }: Parts): Presence {
  const signs = createSigns({ ...ctx, io, lifetime: pace.lifetime })
  const watches = createWatches({ ctx, io, subscriptions })
  const together =
    (...parts: (() => Promise<void>)[]) =>
    async () => {
      if (!subscriptions.isUp()) return
      for (const result of await Promise.allSettled(parts.map((part) => part())))
        if (result.status === 'rejected') ctx.log.warn({ err: result.reason }, 'presence is late')
    }
  const timers = [
    every(pace.tick, together(signs.tellGone, watches.tick)),
    every(pace.refresh, together(signs.refresh, watches.review)),
  ]

  return {
    onArrival: ({ data }) => signs.onArrival(data.memberId),

    onGone(socket) {
      watches.onGone(socket)
      if (countIn(io, memberChannel(socket.data.memberId)) === 0) signs.onGone(socket.data.memberId)
    },

    onWatch(frame) {
      const parsed = WatchFrame.safeParse(frame)
      if (parsed.success) watches.watch(this, parsed.data.userNames)
    },

    onActive() {
      signs.onInput(this.data.memberId)
    },

    onChange: watches.resolveAgain,

    onSettings: (memberId, { settings }) => signs.onSettings(memberId, settings.presenceOff),

    onEmpty(room) {
      const memberId = memberOfPresenceChannel(room)
      if (memberId) watches.forget(memberId)
    },

    onMessage(channel, text) {
      const memberId = memberOfPresenceChannel(channel)
      if (memberId) watches.onSign(memberId, text)
      return memberId !== null
    },

    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
