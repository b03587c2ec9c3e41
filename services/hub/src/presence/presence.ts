import { type PushOf, WatchFrame } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/delivery/pushes'
import { type HubSocket, hasLoggedInSocket, parseAccountRoom, type Sockets } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import { runEvery, type Timings } from '../timings.ts'
import { createPresenceSubscriptions } from './presence-subscriptions.ts'
import { parsePresenceChannel } from './redis-format.ts'
import { createSignals } from './signals.ts'

export type Presence = {
  onConnect: (socket: HubSocket) => void
  onDisconnect: (socket: HubSocket) => void
  /** Handles a request to subscribe to the presence of members, instead of those requested before. */
  onWatch: (this: HubSocket, frame: unknown) => void
  /** Handles a client's report of input. */
  onActive: (this: HubSocket) => void
  /** Handles a change to the member's chats or settings. */
  onChange: (memberId: string) => void
  onSettings: (memberId: string, push: PushOf<'member:changed'>) => void
  /** Handles a room that its last socket has left. */
  onRoomEmpty: (room: string) => void
  /** Handles a message of a presence channel; returns false for other channels. */
  onMessage: (channel: string, text: string) => boolean
  stop: () => void
}

type Dependencies = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions; timings: Timings }

/** Reports online members to partners in open chats; two timers serve the whole process. */
export function createPresence({ ctx, io, subscriptions, timings }: Dependencies): Presence {
  const signals = createSignals({ ...ctx, io, keyLifetimeMs: timings.keyLifetimeMs })
  const presenceSubscriptions = createPresenceSubscriptions({ ctx, io, subscriptions })
  /** Returns a task that runs all tasks while Redis is connected, and logs the errors of those that fail. */
  const combineTasks =
    (...tasks: (() => Promise<void>)[]) =>
    async () => {
      if (!subscriptions.isUp()) return
      for (const result of await Promise.allSettled(tasks.map((task) => task())))
        if (result.status === 'rejected') ctx.log.warn({ err: result.reason }, 'a presence task failed')
    }
  const timers = [
    runEvery(timings.presenceTickMs, combineTasks(signals.publishOffline, presenceSubscriptions.tick)),
    runEvery(timings.keyRenewalMs, combineTasks(signals.renewKeys, presenceSubscriptions.review)),
  ]

  return {
    onConnect: ({ data }) => signals.onConnect(data.accountId),

    onDisconnect(socket) {
      presenceSubscriptions.onDisconnect(socket)
      const { accountId } = socket.data
      if (!hasLoggedInSocket(io, memberChannel(accountId))) signals.onDisconnect(accountId)
    },

    onWatch(frame) {
      const parsed = WatchFrame.safeParse(frame)
      if (parsed.success) presenceSubscriptions.subscribe(this, parsed.data.userNames)
    },

    onActive() {
      signals.onInput(this.data.accountId)
    },

    onChange: presenceSubscriptions.markStale,

    onSettings: (memberId, { settings }) => signals.onSettings(memberId, settings.presenceOff),

    onRoomEmpty(room) {
      const memberId = parsePresenceChannel(room)
      if (memberId) presenceSubscriptions.evict(memberId)
      const accountId = parseAccountRoom(room)
      if (accountId) signals.onLastSocketClosed(accountId)
    },

    onMessage(channel, text) {
      const memberId = parsePresenceChannel(channel)
      if (memberId) presenceSubscriptions.onSignal(memberId, text)
      return memberId !== null
    },

    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
