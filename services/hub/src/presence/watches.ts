import { nameKey } from '@app/contract/names'
import type { PushOf } from '@app/contract/pushes'
import type { Ctx } from '@app/server/context'
import { listPresencePartners } from '@app/server/policies/presence'
import { memberChannel } from '@app/server/pushes'
import { type HubSocket, type Sockets, socketsIn } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions.ts'
import { createKnownMembers } from './known.ts'
import { inBatches, isOnline, presenceChannel, readSign } from './state.ts'

/** A socket that watches: whom it asked for, whom of them it may know of and see, and whom it believes online. */
type Watcher = {
  socket: HubSocket
  nameKeys: string[]
  partners: Map<string, boolean>
  told: Set<string>
  /** Of whom there is something to tell at the next tick. */
  due: Set<string>
  /** It has just asked, so it is told of all, online or not. */
  fresh: boolean
}

export type Watches = {
  watch: (socket: HubSocket, names: string[]) => void
  onGone: (socket: HubSocket) => void
  /** What the sockets of this member may see could have changed. */
  resolveAgain: (memberId: string) => void
  onSign: (memberId: string, text: string) => void
  /** Nobody here watches this member any more. */
  forget: (memberId: string) => void
  /** Asks the database where something may have changed, then tells what is due: one push a socket. */
  tick: () => Promise<void>
  review: () => Promise<void>
}

type Parts = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions }

export function createWatches({ ctx: { db, redis, log, now }, io, subscriptions }: Parts): Watches {
  const watchers = new Map<string, Watcher>()
  /** They hear nothing good of anybody before the database has been asked again. */
  const stale = new Set<Watcher>()
  const waiting = new Set<Watcher>()
  const known = createKnownMembers({ redis, now })

  function* watchersOf(memberId: string): Generator<Watcher> {
    for (const { id } of socketsIn(io, presenceChannel(memberId))) {
      const watcher = watchers.get(id)
      if (watcher) yield watcher
    }
  }

  function tell(watcher: Watcher, memberId: string): void {
    watcher.due.add(memberId)
    waiting.add(watcher)
  }

  function tellAll(memberId: string): void {
    for (const watcher of watchersOf(memberId)) if (watcher.partners.get(memberId)) tell(watcher, memberId)
  }

  async function resolve(watcher: Watcher): Promise<void> {
    const { socket, partners, nameKeys } = watcher
    stale.delete(watcher)
    const found = await listPresencePartners(db, socket.data.partyId, nameKeys)
    if (stale.has(watcher) || !socket.connected) return
    const gone = new Set(partners.keys())
    for (const { id, visible } of found) {
      gone.delete(id)
      if (watcher.fresh || partners.get(id) !== visible) tell(watcher, id)
      partners.set(id, visible)
    }
    for (const id of gone) {
      partners.delete(id)
      tell(watcher, id)
    }
    const channels = found.map(({ id }) => presenceChannel(id))
    await socket.join(channels)
    await subscriptions.hear(channels)
    if (socket.connected) await known.load(found)
  }

  async function resolveStale(): Promise<void> {
    await inBatches([...stale], async (batch) => {
      const results = await Promise.allSettled(batch.map(resolve))
      const failures = results.filter((result) => result.status === 'rejected')
      results.forEach((result, index) => {
        const watcher = batch[index]
        if (result.status === 'rejected' && watcher?.socket.connected) stale.add(watcher)
      })
      if (failures.length > 0) log.warn({ err: failures[0]?.reason, sockets: failures.length }, 'presence has to wait')
    })
  }

  /** Only what is new to this socket, and nobody's being online while it is open whether that may be told. */
  function flush(watcher: Watcher): void {
    const { socket, partners, told, due } = watcher
    const unsure = stale.has(watcher)
    const members: PushOf<'presence'>['members'] = []
    for (const id of due) {
      const member = known.get(id)
      if (!member && partners.has(id)) continue
      const input = member?.input ?? null
      const at = partners.get(id) && isOnline(input, now().getTime()) ? input : null
      if (unsure && at !== null) continue
      due.delete(id)
      if (member && (at !== null || told.has(id) || (watcher.fresh && partners.has(id))))
        members.push({
          userName: member.userName,
          online: at !== null,
          at: at === null ? null : new Date(at).toISOString(),
        })
      if (at !== null) told.add(id)
      else told.delete(id)
      if (!partners.has(id)) void socket.leave(presenceChannel(id))
    }
    if (due.size === 0) waiting.delete(watcher)
    if (!unsure) watcher.fresh = false
    if (members.length > 0) socket.emit('presence', { type: 'presence', members })
  }

  return {
    watch(socket, names) {
      const nameKeys = names.map(nameKey)
      const watcher = watchers.get(socket.id)
      if (watcher) Object.assign(watcher, { nameKeys, fresh: true })
      const entry = watcher ?? { socket, nameKeys, partners: new Map(), told: new Set(), due: new Set(), fresh: true }
      watchers.set(socket.id, entry)
      stale.add(entry)
    },

    onGone(socket) {
      const watcher = watchers.get(socket.id)
      if (!watcher) return
      watchers.delete(socket.id)
      stale.delete(watcher)
      waiting.delete(watcher)
    },

    resolveAgain(memberId) {
      for (const { id } of socketsIn(io, memberChannel(memberId))) {
        const watcher = watchers.get(id)
        if (watcher) stale.add(watcher)
      }
    },

    onSign(memberId, text) {
      const sign = readSign(text)
      if (sign === null) return
      if (sign === 'HIDDEN' || sign === 'SHOWN') {
        for (const watcher of watchersOf(memberId)) {
          stale.add(watcher)
          if (sign === 'SHOWN' || !watcher.partners.get(memberId)) continue
          watcher.partners.set(memberId, false)
          tell(watcher, memberId)
        }
        return
      }
      known.setInput(memberId, sign === 'GONE' ? null : sign.input)
      tellAll(memberId)
    },

    forget: known.forget,

    async tick() {
      await resolveStale()
      for (const watcher of waiting) flush(watcher)
    },

    review: () => known.review(tellAll),
  }
}
