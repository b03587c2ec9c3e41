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
  /** Loads members that are not cached yet. */
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
      if (uncached.length === 0) return
      const ids = uncached.map(({ id }) => id)
      for (const { id, userName } of uncached) members.set(id, { userName, lastInputMs: null })
      await readLastInputs(ids, setLastInput).catch((error: unknown) => {
        for (const id of ids) members.delete(id)
        throw error
      })
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
