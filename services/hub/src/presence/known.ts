import type { Ctx } from '@app/server/context'
import type { PresencePartner } from '@app/server/policies/presence'
import { runAll } from '@app/server/redis-commands'
import { inBatches, isOnline, onlineKey, readInput } from './state.ts'

/** A member whom somebody here watches. */
type Known = { userName: string; input: number | null }

export type KnownMembers = {
  get: (memberId: string) => Known | undefined
  /** Looks up those who are not known yet. */
  load: (partners: PresencePartner[]) => Promise<void>
  setInput: (memberId: string, input: number | null) => void
  forget: (memberId: string) => void
  /** Looks up again those who were online, and names whose state is another now: their hub died, or they are idle. */
  review: (onChange: (memberId: string) => void) => Promise<void>
}

/** What this process knows of the members whom its own members watch, each once however many watch. */
export function createKnownMembers({ redis, now }: Pick<Ctx, 'redis' | 'now'>): KnownMembers {
  const members = new Map<string, Known>()

  const look = (memberIds: string[], onInput: (memberId: string, input: number | null) => void): Promise<void> =>
    inBatches(memberIds, async (batch) => {
      const inputs = await runAll(
        redis,
        batch.map((memberId) => ['get', onlineKey(memberId)]),
      )
      batch.forEach((memberId, index) => {
        onInput(memberId, readInput(inputs[index] as string | null))
      })
    })

  function setInput(memberId: string, input: number | null): void {
    const known = members.get(memberId)
    if (known) known.input = input
  }

  return {
    get: (memberId) => members.get(memberId),
    setInput,
    forget: (memberId) => void members.delete(memberId),

    async load(partners) {
      const unknown = partners.filter(({ id }) => !members.has(id))
      if (unknown.length === 0) return
      const ids = unknown.map(({ id }) => id)
      for (const { id, userName } of unknown) members.set(id, { userName, input: null })
      await look(ids, setInput).catch((error: unknown) => {
        for (const id of ids) members.delete(id)
        throw error
      })
    },

    review(onChange) {
      const active = [...members].filter(([, { input }]) => input !== null).map(([memberId]) => memberId)
      return look(active, (memberId, input) => {
        const before = members.get(memberId)?.input ?? null
        setInput(memberId, input)
        if (input !== before || !isOnline(input, now().getTime())) onChange(memberId)
      })
    },
  }
}
