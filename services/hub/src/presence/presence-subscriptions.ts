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
type Watcher = {
  socket: HubSocket
  nameKeys: string[]
  partners: Map<string, boolean>
  reportedOnline: Set<string>
  /** Members to report at the next tick. */
  due: Set<string>
  /** True after a new request: the next report then covers all partners, online or not. */
  fresh: boolean
}

export type PresenceSubscriptions = {
  watch: (socket: HubSocket, names: string[]) => void
  onDisconnect: (socket: HubSocket) => void
  /** Marks the member's sockets for a new permission check, since visibility may have changed. */
  markStale: (memberId: string) => void
  onSignal: (memberId: string, text: string) => void
  /** Removes a member from the cache when no socket of this hub watches the member anymore. */
  evict: (memberId: string) => void
  /** Queries the database for stale watchers, then sends what is due: one push per socket. */
  tick: () => Promise<void>
  review: () => Promise<void>
}

type Dependencies = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions }

export function createPresenceSubscriptions({
  ctx: { db, redis, log, now },
  io,
  subscriptions,
}: Dependencies): PresenceSubscriptions {
  const watchers = new Map<string, Watcher>()
  /** Watchers whose permissions must be queried again; until then the hub reports no member to them as online. */
  const stale = new Set<Watcher>()
  const dueWatchers = new Set<Watcher>()
  const presenceCache = createPresenceCache({ redis, now })

  function* iterateWatchers(memberId: string): Generator<Watcher> {
    for (const { id } of iterateSockets(io, presenceChannel(memberId))) {
      const watcher = watchers.get(id)
      if (watcher) yield watcher
    }
  }

  function markDue(watcher: Watcher, memberId: string): void {
    watcher.due.add(memberId)
    dueWatchers.add(watcher)
  }

  function markDueForAll(memberId: string): void {
    for (const watcher of iterateWatchers(memberId)) if (watcher.partners.get(memberId)) markDue(watcher, memberId)
  }

  async function resolvePartners(watcher: Watcher): Promise<void> {
    const { socket, partners, nameKeys } = watcher
    stale.delete(watcher)
    const found = await listPresencePartners(db, socket.data.partyId, nameKeys)
    if (stale.has(watcher) || !socket.connected) return
    const removed = new Set(partners.keys())
    for (const { id, visible } of found) {
      removed.delete(id)
      if (watcher.fresh || partners.get(id) !== visible) markDue(watcher, id)
      partners.set(id, visible)
    }
    for (const id of removed) {
      partners.delete(id)
      markDue(watcher, id)
    }
    const channels = found.map(({ id }) => presenceChannel(id))
    await socket.join(channels)
    await subscriptions.subscribe(channels)
    if (socket.connected) await presenceCache.load(found)
  }

  async function resolveStale(): Promise<void> {
    await inBatches([...stale], async (batch) => {
      const results = await Promise.allSettled(batch.map(resolvePartners))
      const failures = results.filter((result) => result.status === 'rejected')
      results.forEach((result, index) => {
        const watcher = batch[index]
        if (result.status === 'rejected' && watcher?.socket.connected) stale.add(watcher)
      })
      if (failures.length > 0) log.warn({ err: failures[0]?.reason, sockets: failures.length }, 'presence is delayed')
    })
  }

  /** Sends only changes, and reports no member as online while the watcher's permissions are stale. */
  function flush(watcher: Watcher): void {
    const { socket, partners, reportedOnline, due } = watcher
    const isStale = stale.has(watcher)
    const members: PushOf<'presence'>['members'] = []
    for (const id of due) {
      const member = presenceCache.get(id)
      if (!member && partners.has(id)) continue
      const input = member?.input ?? null
      const at = partners.get(id) && isOnline(input, now().getTime()) ? input : null
      if (isStale && at !== null) continue
      due.delete(id)
      if (member && (at !== null || reportedOnline.has(id) || (watcher.fresh && partners.has(id))))
        members.push({
          userName: member.userName,
          online: at !== null,
          at: at === null ? null : new Date(at).toISOString(),
        })
      if (at !== null) reportedOnline.add(id)
      else reportedOnline.delete(id)
      if (!partners.has(id)) void socket.leave(presenceChannel(id))
    }
    if (due.size === 0) dueWatchers.delete(watcher)
    if (!isStale) watcher.fresh = false
    if (members.length > 0) socket.emit('presence', { type: 'presence', members })
  }

  return {
    watch(socket, names) {
      const nameKeys = names.map(nameKey)
      const watcher = watchers.get(socket.id)
      if (watcher) Object.assign(watcher, { nameKeys, fresh: true })
      const entry = watcher ?? {
        socket,
        nameKeys,
        partners: new Map(),
        reportedOnline: new Set(),
        due: new Set(),
        fresh: true,
      }
      watchers.set(socket.id, entry)
      stale.add(entry)
    },

    onDisconnect(socket) {
      const watcher = watchers.get(socket.id)
      if (!watcher) return
      watchers.delete(socket.id)
      stale.delete(watcher)
      dueWatchers.delete(watcher)
    },

    markStale(memberId) {
      for (const { id } of iterateSockets(io, memberChannel(memberId))) {
        const watcher = watchers.get(id)
        if (watcher) stale.add(watcher)
      }
    },

    onSignal(memberId, text) {
      const signal = parseSignal(text)
      if (signal === null) return
      if (signal === 'HIDDEN' || signal === 'SHOWN') {
        for (const watcher of iterateWatchers(memberId)) {
          stale.add(watcher)
          if (signal === 'SHOWN' || !watcher.partners.get(memberId)) continue
          watcher.partners.set(memberId, false)
          markDue(watcher, memberId)
        }
        return
      }
      presenceCache.setInput(memberId, signal === 'GONE' ? null : signal.input)
      markDueForAll(memberId)
    },

    evict: presenceCache.evict,

    async tick() {
      await resolveStale()
      for (const watcher of dueWatchers) flush(watcher)
    },

    review: () => presenceCache.review(markDueForAll),
  }
}
