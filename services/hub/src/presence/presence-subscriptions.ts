import type { PushOf } from '@app/contract/pushes'
import { nameKey } from '@app/contract/text/names'
import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/delivery/pushes'
import { listPresencePartners } from '@app/server/policies/presence'
import { inBatches } from '../batches.ts'
import { type HubSocket, iterateSockets, type Sockets } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import { createPresenceCache } from './presence-cache.ts'
import { isOnline, parseSignal, presenceChannel } from './redis-format.ts'

/** The presence subscription of a socket. */
type PresenceSubscription = {
  socket: HubSocket
  /** The keys of the requested names. */
  nameKeys: string[]
  /** Whether the socket may see the presence, by the member id of each requested chat partner. */
  partners: Map<string, boolean>
  /** The ids of members last reported as online. */
  reportedOnline: Set<string>
  /** The ids of members to report at the next tick. */
  dueMemberIds: Set<string>
  /** Whether the next report is the first one after a request: it then covers all partners, online or not. */
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
  /** Queries the database for stale subscriptions, then sends the due changes, one push per socket. */
  tick: () => Promise<void>
  /** Reloads the cached last inputs, and marks members whose presence changed without a signal as due. */
  review: () => Promise<void>
}

type Dependencies = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions }

export function createPresenceSubscriptions({
  ctx: { db, redis, log, now },
  io,
  subscriptions: redisSubscriptions,
}: Dependencies): PresenceSubscriptions {
  const subscriptions = new Map<string, PresenceSubscription>()
  /** Subscriptions whose permissions must be queried again. Until then the hub reports no member to them as online. */
  const staleSubscriptions = new Set<PresenceSubscription>()
  const dueSubscriptions = new Set<PresenceSubscription>()
  const presenceCache = createPresenceCache({ redis, now })

  function* iterateSubscriptions(memberId: string): Generator<PresenceSubscription> {
    for (const { id } of iterateSockets(io, presenceChannel(memberId))) {
      const subscription = subscriptions.get(id)
      if (subscription) yield subscription
    }
  }

  function markDue(subscription: PresenceSubscription, memberId: string): void {
    subscription.dueMemberIds.add(memberId)
    dueSubscriptions.add(subscription)
  }

  function markDueForSubscribers(memberId: string): void {
    for (const subscription of iterateSubscriptions(memberId))
      if (subscription.partners.get(memberId)) markDue(subscription, memberId)
  }

  /** Queries which requested members are chat partners, and subscribes to their presence. */
  async function resolvePartners(subscription: PresenceSubscription): Promise<void> {
    const { socket, partners, nameKeys } = subscription
    staleSubscriptions.delete(subscription)
    const permitted = await listPresencePartners(db, socket.data.partyId, nameKeys)
    if (staleSubscriptions.has(subscription) || !socket.connected) return
    const removedIds = new Set(partners.keys())
    for (const { id, visible } of permitted) {
      removedIds.delete(id)
      if (subscription.isNew || partners.get(id) !== visible) markDue(subscription, id)
      partners.set(id, visible)
    }
    for (const id of removedIds) {
      partners.delete(id)
      markDue(subscription, id)
    }
    const channels = permitted.map(({ id }) => presenceChannel(id))
    await socket.join(channels)
    await redisSubscriptions.subscribe(channels)
    if (socket.connected) await presenceCache.load(permitted)
  }

  async function resolveStale(): Promise<void> {
    await inBatches([...staleSubscriptions], async (batch) => {
      const results = await Promise.allSettled(batch.map(resolvePartners))
      const failures = results.filter((result) => result.status === 'rejected')
      results.forEach((result, index) => {
        const subscription = batch[index]
        if (result.status === 'rejected' && subscription?.socket.connected) staleSubscriptions.add(subscription)
      })
      if (failures.length > 0)
        log.warn({ err: failures[0]?.reason, sockets: failures.length }, 'failed to load presence permissions')
    })
  }

  /** Sends the due changes, but reports no member as online while the permissions of the subscription are stale. */
  function sendDueChanges(subscription: PresenceSubscription): void {
    const { socket, partners, reportedOnline, dueMemberIds } = subscription
    const isStale = staleSubscriptions.has(subscription)
    const members: PushOf<'presence'>['members'] = []
    for (const id of dueMemberIds) {
      const member = presenceCache.get(id)
      if (!member && partners.has(id)) continue
      const lastInputMs = member?.lastInputMs ?? null
      const visibleInputMs = partners.get(id) && isOnline(lastInputMs, now().getTime()) ? lastInputMs : null
      if (isStale && visibleInputMs !== null) continue
      dueMemberIds.delete(id)
      if (member && (visibleInputMs !== null || reportedOnline.has(id) || (subscription.isNew && partners.has(id))))
        members.push({
          userName: member.userName,
          online: visibleInputMs !== null,
          at: visibleInputMs === null ? null : new Date(visibleInputMs).toISOString(),
        })
      if (visibleInputMs !== null) reportedOnline.add(id)
      else reportedOnline.delete(id)
      if (!partners.has(id)) void socket.leave(presenceChannel(id))
    }
    if (dueMemberIds.size === 0) dueSubscriptions.delete(subscription)
    if (!isStale) subscription.isNew = false
    if (members.length > 0) socket.emit('presence', { type: 'presence', members })
  }

  return {
    subscribe(socket, names) {
      const nameKeys = names.map(nameKey)
      const existing = subscriptions.get(socket.id)
      if (existing) Object.assign(existing, { nameKeys, isNew: true })
      const subscription = existing ?? {
        socket,
        nameKeys,
        partners: new Map(),
        reportedOnline: new Set(),
        dueMemberIds: new Set(),
        isNew: true,
      }
      subscriptions.set(socket.id, subscription)
      staleSubscriptions.add(subscription)
    },

    onDisconnect(socket) {
      const subscription = subscriptions.get(socket.id)
      if (!subscription) return
      subscriptions.delete(socket.id)
      staleSubscriptions.delete(subscription)
      dueSubscriptions.delete(subscription)
    },

    markStale(memberId) {
      for (const { id } of iterateSockets(io, memberChannel(memberId))) {
        const subscription = subscriptions.get(id)
        if (subscription) staleSubscriptions.add(subscription)
      }
    },

    onSignal(memberId, text) {
      const signal = parseSignal(text)
      if (signal === null) return
      if (signal === 'HIDDEN' || signal === 'SHOWN') {
        for (const subscription of iterateSubscriptions(memberId)) {
          staleSubscriptions.add(subscription)
          if (signal === 'SHOWN' || !subscription.partners.get(memberId)) continue
          subscription.partners.set(memberId, false)
          markDue(subscription, memberId)
        }
        return
      }
      presenceCache.setLastInput(memberId, signal === 'GONE' ? null : signal.lastInputMs)
      markDueForSubscribers(memberId)
    },

    evict: presenceCache.evict,

    async tick() {
      await resolveStale()
      for (const subscription of dueSubscriptions) sendDueChanges(subscription)
    },

    review: () => presenceCache.review(markDueForSubscribers),
  }
}
