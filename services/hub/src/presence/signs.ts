import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/pushes'
import { countListeners, publishing, type RedisCommand, runAll, runEach } from '@app/server/redis-commands'
import { countIn, type Sockets } from '../sockets.ts'
import { inBatches, onlineKey, presenceChannel, type Sign, writeSign } from './state.ts'

/** Reloading a page must not look like leaving: so many ticks pass before it is told. */
const TICKS_BEFORE_GONE = 2
/** A client tells of input once a minute; more often is not worth a message. */
const INPUT_SPACING = 30_000

export type Signs = {
  /** A socket has come, which counts as input. */
  onArrival: (memberId: string) => void
  onInput: (memberId: string) => void
  /** The member's last socket here is gone. */
  onGone: (memberId: string) => void
  onSettings: (memberId: string, presenceOff: boolean) => void
  /** Says of those who have come back neither here nor at another hub that they are gone. */
  tellGone: () => Promise<void>
  /** Keeps the keys of the members here alive, and writes them anew if Redis has lost them. */
  refresh: () => Promise<void>
}

type Parts = Pick<Ctx, 'redis' | 'log' | 'now'> & { io: Sockets; lifetime: number }

/** What the members connected here show of themselves: a key for who comes to look, a sign for who is watching. */
export function createSigns({ redis, log, now, io, lifetime }: Parts): Signs {
  const inputs = new Map<string, number>()
  const ticksLeft = new Map<string, number>()

  const lost = (error: unknown): void => log.debug({ err: error }, 'a sign of presence was lost')

  const sign = (memberId: string, what: Sign): RedisCommand =>
    publishing(redis, presenceChannel(memberId), writeSign(what))

  const writeInput = (memberId: string, input: number): Promise<unknown> =>
    runAll(redis, [['set', onlineKey(memberId), input, 'PX', lifetime], sign(memberId, { input })])

  function setInput(memberId: string): void {
    const input = now().getTime()
    inputs.set(memberId, input)
    writeInput(memberId, input).catch(lost)
  }

  async function settle(memberId: string): Promise<void> {
    const room = memberChannel(memberId)
    const [hubs = 0] = await countListeners(redis, [room])
    if (countIn(io, room) > 0) return
    inputs.delete(memberId)
    if (hubs > 0) return
    await runAll(redis, [['del', onlineKey(memberId)], sign(memberId, 'GONE')])
  }

  return {
    onArrival(memberId) {
      ticksLeft.delete(memberId)
      setInput(memberId)
    },

    onInput(memberId) {
      if (now().getTime() - (inputs.get(memberId) ?? 0) >= INPUT_SPACING) setInput(memberId)
    },

    onGone(memberId) {
      if (inputs.has(memberId)) ticksLeft.set(memberId, TICKS_BEFORE_GONE)
    },

    onSettings(memberId, presenceOff) {
      runAll(redis, [sign(memberId, presenceOff ? 'HIDDEN' : 'SHOWN')]).catch(lost)
    },

    async tellGone() {
      for (const [memberId, ticks] of ticksLeft) ticksLeft.set(memberId, ticks - 1)
      const due = [...ticksLeft].filter(([, ticks]) => ticks <= 0).map(([memberId]) => memberId)
      await inBatches(due, async (batch) => {
        await Promise.all(batch.map(settle))
        // Who came and went again in between is waited for anew.
        for (const memberId of batch) if ((ticksLeft.get(memberId) ?? 0) <= 0) ticksLeft.delete(memberId)
      })
    },

    refresh: () =>
      inBatches([...inputs], async (batch) => {
        const kept = await runEach(
          redis,
          batch.map(([memberId]) => ['pexpire', onlineKey(memberId), lifetime]),
        )
        const missing = batch.filter((_, index) => kept[index]?.[1] === 0)
        await Promise.all(missing.map(([memberId, input]) => writeInput(memberId, input)))
      }),
  }
}
