import type { PushOf } from '@app/contract/pushes'
import { nameKey } from '@app/contract/text/names'
import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/delivery/pushes'
import { listPresencePartners } from '@app/server/policies/presence'
import { type HubSocket, iterateSockets, type Sockets } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import { createPresenceCache } from './presence-cache.ts'
import { inBatches, isOnline, parseSignal, presenceChannel } from './state.ts'

/**
 * The presence subscription of a socket: the requested names, the permitted partners with their visibility, and the
 * members last reported as online.
 */
type PresenceSubscription = {
  socket: HubSocket
  nameKeys: string[]
  partners: Map<string, boolean>
  reportedOnline: Set<string>
  /** Members to report at the next tick. */
  due: Set<string>
  /** True after a new request: the next report then covers all partners, online or not. */
  isNew: boolean
}

export type PresenceSubscriptions = {
  subscribe: (socket: HubSocket, names: string[]) => void
  onDisconnect: (socket: HubSocket) => void
  /** Marks the member's sockets for a new permission check, since visibility may have changed. */
  markStale: (memberId: string) => void
  onSignal: (memberId: string, text: string) => void
  /** Removes a member from the cache when no socket of this hub is subscribed to the member anymore. */
  evict: (memberId: string) => void
  /** Queries the database for stale subscriptions, then sends what is due: one push per socket. */
  tick: () => Promise<void>
  review: () => Promise<void>
}

type Dependencies = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions }

export function createPresenceSubscriptions({
  ctx: { db, redis, log, now },
  io,
  subscriptions: redisSubscriptions,
}: Dependencies): PresenceSubscriptions {
  const subscriptions = new Map<string, PresenceSubscription>()
  /**
   * Subscriptions whose permissions must be queried again; until then the hub reports no member to their sockets as
   * online.
   */
  const stale = new Set<PresenceSubscription>()
  const dueSubscriptions = new Set<PresenceSubscription>()
  const presenceCache = createPresenceCache({ redis, now })

  function* iterateSubscriptions(memberId: string): Generator<PresenceSubscription> {
    for (const { id } of iterateSockets(io, presenceChannel(memberId))) {
      const subscription = subscriptions.get(id)
      if (subscription) yield subscription
    }
  }

  function markDue(subscription: PresenceSubscription, memberId: string): void {
    subscription.due.add(memberId)
    dueSubscriptions.add(subscription)
  }

  function markDueForAll(memberId: string): void {
    for (const subscription of iterateSubscriptions(memberId))
      if (subscription.partners.get(memberId)) markDue(subscription, memberId)
  }

  async function resolvePartners(subscription: PresenceSubscription): Promise<void> {
    const { socket, partners, nameKeys } = subscription
    stale.delete(subscription)
    const permitted = await listPresencePartners(db, socket.data.partyId, nameKeys)
    if (stale.has(subscription) || !socket.connected) return
    const removed = new Set(partners.keys())
    for (const { id, visible } of permitted) {
      removed.delete(id)
      if (subscription.isNew || partners.get(id) !== visible) markDue(subscription, id)
      partners.set(id, visible)
    }
    for (const id of removed) {
      partners.delete(id)
      markDue(subscription, id)
    }
    const channels = permitted.map(({ id }) => presenceChannel(id))
    await socket.join(channels)
    await redisSubscriptions.subscribe(channels)
    if (socket.connected) await presenceCache.load(permitted)
  }

  async function resolveStale(): Promise<void> {
    await inBatches([...stale], async (batch) => {
      const results = await Promise.allSettled(batch.map(resolvePartners))
      const failures = results.filter((result) => result.status === 'rejected')
      results.forEach((result, index) => {
        const subscription = batch[index]
        if (result.status === 'rejected' && subscription?.socket.connected) stale.add(subscription)
      })
      if (failures.length > 0) log.warn({ err: failures[0]?.reason, sockets: failures.length }, 'presence is delayed')
    })
  }

  /** Sends only changes, and reports no member as online while the subscription's permissions are stale. */
  function flush(subscription: PresenceSubscription): void {
    const { socket, partners, reportedOnline, due } = subscription
    const isStale = stale.has(subscription)
    const members: PushOf<'presence'>['members'] = []
    for (const id of due) {
      const member = presenceCache.get(id)
      if (!member && partners.has(id)) continue
      const input = member?.input ?? null
      const at = partners.get(id) && isOnline(input, now().getTime()) ? input : null
      if (isStale && at !== null) continue
      due.delete(id)
      if (member && (at !== null || reportedOnline.has(id) || (subscription.isNew && partners.has(id))))
        members.push({
          userName: member.userName,
          online: at !== null,
          at: at === null ? null : new Date(at).toISOString(),
        })
      if (at !== null) reportedOnline.add(id)
      else reportedOnline.delete(id)
      if (!partners.has(id)) void socket.leave(presenceChannel(id))
    }
    if (due.size === 0) dueSubscriptions.delete(subscription)
    if (!isStale) subscription.isNew = false
    if (members.length > 0) socket.emit('presence', { type: 'presence', members })
  }

  return {
    subscribe(socket, names) {
      const nameKeys = names.map(nameKey)
      const subscription = subscriptions.get(socket.id)
      if (subscription) Object.assign(subscription, { nameKeys, isNew: true })
      const entry = subscription ?? {
        socket,
        nameKeys,
        partners: new Map(),
        reportedOnline: new Set(),
        due: new Set(),
        isNew: true,
      }
      subscriptions.set(socket.id, entry)
      stale.add(entry)
    },

    onDisconnect(socket) {
      const subscription = subscriptions.get(socket.id)
      if (!subscription) return
      subscriptions.delete(socket.id)
      stale.delete(subscription)
      dueSubscriptions.delete(subscription)
    },

    markStale(memberId) {
      for (const { id } of iterateSockets(io, memberChannel(memberId))) {
        const subscription = subscriptions.get(id)
        if (subscription) stale.add(subscription)
      }
    },

    onSignal(memberId, text) {
      const signal = parseSignal(text)
      if (signal === null) return
      if (signal === 'HIDDEN' || signal === 'SHOWN') {
        for (const subscription of iterateSubscriptions(memberId)) {
          stale.add(subscription)
          if (signal === 'SHOWN' || !subscription.partners.get(memberId)) continue
          subscription.partners.set(memberId, false)
          markDue(subscription, memberId)
        }
        return
      }
      presenceCache.setInput(memberId, signal === 'GONE' ? null : signal.input)
      markDueForAll(memberId)
    },

    evict: presenceCache.evict,

    async tick() {
      await resolveStale()
      for (const subscription of dueSubscriptions) flush(subscription)
    },

    review: () => presenceCache.review(markDueForAll),
  }
}
