import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/delivery/pushes'
import { countSubscribers, createPublishCommand, type RedisCommand, runAll, runEach } from '@app/server/redis/commands'
import { countSocketsIn, type Sockets } from '../sockets.ts'
import { inBatches, onlineKey, presenceChannel, type Signal, serializeSignal } from './state.ts'

/** The ticks before a disconnected member is published as offline, so that a page reload does not look like leaving. */
const TICKS_BEFORE_OFFLINE = 2
/** Clients report input once a minute; the hub ignores reports that follow each other faster than this. */
const INPUT_SPACING_MS = 30_000

export type Signals = {
  /** Handles a new socket, which counts as input. */
  onConnect: (memberId: string) => void
  onInput: (memberId: string) => void
  /** Handles the disconnect of the member's last socket on this hub. */
  onDisconnect: (memberId: string) => void
  onSettings: (memberId: string, presenceOff: boolean) => void
  /** Publishes disconnected members as offline unless they have reconnected to this or another hub. */
  publishOffline: () => Promise<void>
  /** Renews the keys of the members of this hub, and rewrites those that Redis has lost. */
  refresh: () => Promise<void>
}

type Dependencies = Pick<Ctx, 'redis' | 'log' | 'now'> & { io: Sockets; lifetime: number }

/** Publishes the presence of this hub's members: a key for later readers and a signal for current subscribers. */
export function createSignals({ redis, log, now, io, lifetime }: Dependencies): Signals {
  const inputs = new Map<string, number>()
  const ticksLeft = new Map<string, number>()

  const logLostSignal = (error: unknown): void => log.debug({ err: error }, 'a presence signal was lost')

  const signalCommand = (memberId: string, signal: Signal): RedisCommand =>
    createPublishCommand(redis, presenceChannel(memberId), serializeSignal(signal))

  const writeInput = (memberId: string, input: number): Promise<unknown> =>
    runAll(redis, [['set', onlineKey(memberId), input, 'PX', lifetime], signalCommand(memberId, { input })])

  function setInput(memberId: string): void {
    const input = now().getTime()
    inputs.set(memberId, input)
    writeInput(memberId, input).catch(logLostSignal)
  }

  async function publishOfflineOf(memberId: string): Promise<void> {
    const room = memberChannel(memberId)
    const [hubs = 0] = await countSubscribers(redis, [room])
    if (countSocketsIn(io, room) > 0) return
    inputs.delete(memberId)
    if (hubs > 0) return
    await runAll(redis, [['del', onlineKey(memberId)], signalCommand(memberId, 'GONE')])
  }

  return {
    onConnect(memberId) {
      ticksLeft.delete(memberId)
      setInput(memberId)
    },

    onInput(memberId) {
      if (now().getTime() - (inputs.get(memberId) ?? 0) >= INPUT_SPACING_MS) setInput(memberId)
    },

    onDisconnect(memberId) {
      if (inputs.has(memberId)) ticksLeft.set(memberId, TICKS_BEFORE_OFFLINE)
    },

    onSettings(memberId, presenceOff) {
      runAll(redis, [signalCommand(memberId, presenceOff ? 'HIDDEN' : 'SHOWN')]).catch(logLostSignal)
    },

    async publishOffline() {
      for (const [memberId, ticks] of ticksLeft) ticksLeft.set(memberId, ticks - 1)
      const due = [...ticksLeft].filter(([, ticks]) => ticks <= 0).map(([memberId]) => memberId)
      await inBatches(due, async (batch) => {
        await Promise.all(batch.map(publishOfflineOf))
        // A member who has reconnected and disconnected meanwhile has a new countdown, which stays.
        for (const memberId of batch) if ((ticksLeft.get(memberId) ?? 0) <= 0) ticksLeft.delete(memberId)
      })
    },

    refresh: () =>
      inBatches([...inputs], async (batch) => {
        const renewals = await runEach(
          redis,
          batch.map(([memberId]) => ['pexpire', onlineKey(memberId), lifetime]),
        )
        const missing = batch.filter((_, index) => renewals[index]?.[1] === 0)
        await Promise.all(missing.map(([memberId, input]) => writeInput(memberId, input)))
      }),
  }
}
