import type { Ctx } from '@app/server/context'
import { memberChannel } from '@app/server/delivery/pushes'
import { onlineKey } from '@app/server/members/last-inputs'
import { countSubscribers, createPublishCommand, type RedisCommand, runAll, runEach } from '@app/server/redis/commands'
import { inBatches } from '../batches.ts'
import { countSocketsIn, type Sockets } from '../sockets.ts'
import { presenceChannel, type Signal, serializeSignal } from './redis-format.ts'

/** The number of ticks before the hub publishes a disconnected member as offline. A page reload reconnects sooner. */
const TICKS_BEFORE_OFFLINE = 2
/**
 * The minimum interval between a member's input reports; the hub ignores earlier ones. Clients report input at most once
 * a minute.
 */
const INPUT_INTERVAL_MIN_MS = 30_000

export type Signals = {
  /** Handles a new socket, which counts as input. */
  onConnect: (memberId: string) => void
  onInput: (memberId: string) => void
  /** Handles the disconnect of the member's last socket on this hub, not counting logins in progress. */
  onDisconnect: (memberId: string) => void
  /**
   * Handles the end of the member's last socket on this hub, which may have been a login that failed: another hub that the
   * member left during that login has not published them as offline.
   */
  onLastSocketClosed: (memberId: string) => void
  onSettings: (memberId: string, presenceOff: boolean) => void
  /** Publishes disconnected members as offline unless they have reconnected to this or another hub. */
  publishOffline: () => Promise<void>
  /** Renews the keys of the members connected to this hub, and rewrites those that Redis has lost. */
  renewKeys: () => Promise<void>
}

type Dependencies = Pick<Ctx, 'redis' | 'log' | 'now'> & { io: Sockets; keyLifetimeMs: number }

/** Publishes the presence of this hub's members: a key for later readers and a signal for current subscribers. */
export function createSignals({ redis, log, now, io, keyLifetimeMs }: Dependencies): Signals {
  /** The last input time in milliseconds, by the id of each member of this hub. */
  const lastInputs = new Map<string, number>()
  /** The ticks until a member without a logged-in socket on this hub is published as offline, by member id. */
  const ticksUntilOffline = new Map<string, number>()

  const logLostSignal = (error: unknown): void => log.debug({ err: error }, 'a presence signal was lost')

  const createSignalCommand = (memberId: string, signal: Signal): RedisCommand =>
    createPublishCommand(redis, presenceChannel(memberId), serializeSignal(signal))

  const writeInput = (memberId: string, lastInputMs: number): Promise<unknown> =>
    runAll(redis, [
      ['set', onlineKey(memberId), lastInputMs, 'PX', keyLifetimeMs],
      createSignalCommand(memberId, { lastInputMs }),
    ])

  function recordInput(memberId: string): void {
    const inputMs = now().getTime()
    lastInputs.set(memberId, inputMs)
    writeInput(memberId, inputMs).catch(logLostSignal)
  }

  const isDue = (memberId: string): boolean => (ticksUntilOffline.get(memberId) ?? 1) <= 0

  async function publishOfflineUnlessReconnected(memberId: string): Promise<void> {
    const room = memberChannel(memberId)
    const [hubs = 0] = await countSubscribers(redis, [room])
    if (countSocketsIn(io, room) > 0 || !isDue(memberId)) return
    lastInputs.delete(memberId)
    if (hubs === 0) await runAll(redis, [['del', onlineKey(memberId)], createSignalCommand(memberId, 'GONE')])
    // Keep the new countdown of a member who has reconnected and disconnected again in the meantime.
    if (isDue(memberId)) ticksUntilOffline.delete(memberId)
  }

  return {
    onConnect(memberId) {
      ticksUntilOffline.delete(memberId)
      recordInput(memberId)
    },

    onInput(memberId) {
      if (now().getTime() - (lastInputs.get(memberId) ?? 0) >= INPUT_INTERVAL_MIN_MS) recordInput(memberId)
    },

    onDisconnect(memberId) {
      if (lastInputs.has(memberId)) ticksUntilOffline.set(memberId, TICKS_BEFORE_OFFLINE)
    },

    onLastSocketClosed(memberId) {
      ticksUntilOffline.set(memberId, TICKS_BEFORE_OFFLINE)
    },

    onSettings(memberId, presenceOff) {
      runAll(redis, [createSignalCommand(memberId, presenceOff ? 'HIDDEN' : 'SHOWN')]).catch(logLostSignal)
    },

    async publishOffline() {
      for (const [memberId, ticks] of ticksUntilOffline) {
        // A login in progress restarts the countdown, and ends it only when it succeeds.
        const isLoggingIn = countSocketsIn(io, memberChannel(memberId)) > 0
        ticksUntilOffline.set(memberId, isLoggingIn ? TICKS_BEFORE_OFFLINE : ticks - 1)
      }
      await inBatches([...ticksUntilOffline.keys()].filter(isDue), async (batch) => {
        await Promise.all(batch.map(publishOfflineUnlessReconnected))
      })
    },

    renewKeys: () =>
      inBatches([...lastInputs.keys()], async (batch) => {
        const renewals = await runEach(
          redis,
          batch.map((memberId) => ['pexpire', onlineKey(memberId), keyLifetimeMs]),
        )
        const idsOfLostKeys = batch.filter((_, index) => renewals[index]?.[1] === 0)
        await Promise.all(
          idsOfLostKeys.map(async (memberId) => {
            // Read only now: since this renewal began, the member may have been published as offline or sent input.
            const lastInputMs = lastInputs.get(memberId)
            if (lastInputMs !== undefined) await writeInput(memberId, lastInputMs)
          }),
        )
      }),
  }
}
