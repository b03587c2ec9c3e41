import type { Ctx } from '@app/server/context'
import type { PresencePartner } from '@app/server/policies/presence'
import { runAll } from '@app/server/redis/commands'
import { inBatches, isOnline, onlineKey, parseInput } from './state.ts'

/** The presence of a member to whom a socket of this hub is subscribed. */
type CachedPresence = { userName: string; input: number | null }

export type PresenceCache = {
  get: (memberId: string) => CachedPresence | undefined
  /** Loads members that are not cached yet. */
  load: (partners: PresencePartner[]) => Promise<void>
  setInput: (memberId: string, input: number | null) => void
  evict: (memberId: string) => void
  /** Reloads members who were online, and reports each whose hub died or who became idle. */
  review: (onChange: (memberId: string) => void) => Promise<void>
}

/**
 * Caches the presence of members to whom sockets of this hub are subscribed, one entry per member for the whole
 * process.
 */
export function createPresenceCache({ redis, now }: Pick<Ctx, 'redis' | 'now'>): PresenceCache {
  const members = new Map<string, CachedPresence>()

  const readInputs = (memberIds: string[], onInput: (memberId: string, input: number | null) => void): Promise<void> =>
    inBatches(memberIds, async (batch) => {
      const inputs = await runAll(
        redis,
        batch.map((memberId) => ['get', onlineKey(memberId)]),
      )
      batch.forEach((memberId, index) => {
        onInput(memberId, parseInput(inputs[index] as string | null))
      })
    })

  function setInput(memberId: string, input: number | null): void {
    const cached = members.get(memberId)
    if (cached) cached.input = input
  }

  return {
    get: (memberId) => members.get(memberId),
    setInput,
    evict: (memberId) => void members.delete(memberId),

    async load(partners) {
      const missing = partners.filter(({ id }) => !members.has(id))
      if (missing.length === 0) return
      const ids = missing.map(({ id }) => id)
      for (const { id, userName } of missing) members.set(id, { userName, input: null })
      await readInputs(ids, setInput).catch((error: unknown) => {
        for (const id of ids) members.delete(id)
        throw error
      })
    },

    review(onChange) {
      const active = [...members].filter(([, { input }]) => input !== null).map(([memberId]) => memberId)
      return readInputs(active, (memberId, input) => {
        const previousInput = members.get(memberId)?.input ?? null
        setInput(memberId, input)
        if (input !== previousInput || !isOnline(input, now().getTime())) onChange(memberId)
      })
    },
  }
}
