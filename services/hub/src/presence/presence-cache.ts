import type { Ctx } from '@app/server/context'
import { onlineKey, parseInputTime } from '@app/server/members/last-inputs'
import type { PresencePartner } from '@app/server/policies/presence'
import { runAll } from '@app/server/redis/commands'
import { inBatches } from '../batches.ts'
import { isOnline } from './redis-format.ts'

/** The presence of a member; `lastInputMs` is null while the member has no open socket. */
type CachedPresence = { userName: string; lastInputMs: number | null }

export type PresenceCache = {
  get: (memberId: string) => CachedPresence | undefined
  /** Loads members that are not cached yet, and waits for those that another call is loading. Rejects if a read fails. */
  load: (partners: PresencePartner[]) => Promise<void>
  setLastInput: (memberId: string, lastInputMs: number | null) => void
  evict: (memberId: string) => void
  /** Reloads members who have a last input, and reports each one whose input changed or who is no longer online. */
  review: (onChange: (memberId: string) => void) => Promise<void>
}

/**
 * Caches the presence of members to whom sockets of this hub are subscribed, one entry per member for the whole
 * process.
 */
export function createPresenceCache({ redis, now }: Pick<Ctx, 'redis' | 'now'>): PresenceCache {
  const members = new Map<string, CachedPresence>()
  const pendingReads = new Map<string, Promise<void>>()

  const readLastInputs = (
    memberIds: string[],
    onRead: (memberId: string, lastInputMs: number | null) => void,
  ): Promise<void> =>
    inBatches(memberIds, async (batch) => {
      const texts = await runAll(
        redis,
        batch.map((memberId) => ['get', onlineKey(memberId)]),
      )
      batch.forEach((memberId, index) => {
        onRead(memberId, parseInputTime(texts[index] as string | null))
      })
    })

  function setLastInput(memberId: string, lastInputMs: number | null): void {
    const cached = members.get(memberId)
    if (cached) cached.lastInputMs = lastInputMs
  }

  /** Reads members into the cache. If that fails, removes them again, so that the next call reads them. */
  function startReading(partners: PresencePartner[]): void {
    if (partners.length === 0) return
    for (const { id, userName } of partners) members.set(id, { userName, lastInputMs: null })
    const ids = partners.map(({ id }) => id)
    const isCurrent = (id: string) => pendingReads.get(id) === reading
    const reading = readLastInputs(ids, (id, lastInputMs) => isCurrent(id) && setLastInput(id, lastInputMs))
      .catch((error: unknown) => {
        for (const id of ids) if (isCurrent(id)) members.delete(id)
        throw error
      })
      .finally(() => {
        for (const id of ids) if (isCurrent(id)) pendingReads.delete(id)
      })
    for (const id of ids) pendingReads.set(id, reading)
  }

  return {
    get: (memberId) => members.get(memberId),
    setLastInput,
    evict: (memberId) => void members.delete(memberId),

    async load(partners) {
      for (const { id, userName } of partners) {
        const cached = members.get(id)
        if (cached) cached.userName = userName
      }
      const uncached = partners.filter(({ id }) => !members.has(id))
      startReading(uncached)
      await Promise.all(new Set(partners.map(({ id }) => pendingReads.get(id))))
    },

    review(onChange) {
      const memberIdsWithInput = [...members]
        .filter(([, { lastInputMs }]) => lastInputMs !== null)
        .map(([memberId]) => memberId)
      return readLastInputs(memberIdsWithInput, (memberId, lastInputMs) => {
        const previousInput = members.get(memberId)?.lastInputMs ?? null
        setLastInput(memberId, lastInputMs)
        if (lastInputMs !== previousInput || !isOnline(lastInputMs, now().getTime())) onChange(memberId)
      })
    },
  }
}
