import { setTimeout } from 'node:timers/promises'
import type { Ctx } from '@app/server/context'
import { findLagBucket, LAG_BUCKETS, recordLags, recordMembers, startOfMinute } from '@app/server/operations/samples'
import { runEvery, type Timings } from '../presence/presence.ts'
import { inBatches } from '../presence/state.ts'
import { listConnectedMembers, type Sockets } from '../sockets.ts'

/** The time that a stopping hub waits for a slow Redis; its members wait equally long to be disconnected. */
const STOP_TIMEOUT_MS = 1_000

export type SampleRecorder = {
  /** Counts a push that was delivered `lagMs` milliseconds after its commit. */
  onPush: (lagMs: number) => void
  stop: () => Promise<void>
}

const createEmptyLags = (): number[] => LAG_BUCKETS.map(() => 0)

/**
 * Records this hub's connected members and push lags for the operations page. Writes them together every few seconds,
 * under the minute of the write. Samples that Redis does not accept are lost.
 */
export function createSampleRecorder({ redis, log, now }: Ctx, io: Sockets, timings: Timings): SampleRecorder {
  let lags = createEmptyLags()

  async function writeSample(): Promise<void> {
    const minute = startOfMinute(now())
    const recordedLags = lags
    lags = createEmptyLags()
    await recordLags(redis, minute, recordedLags)
    await recordMembers(redis, minute, [])
    await inBatches(listConnectedMembers(io), (memberIds) => recordMembers(redis, minute, memberIds))
  }
  const tryWriteSample = (): Promise<void> =>
    writeSample().catch((error: unknown) => log.debug({ err: error }, 'samples of a minute were lost'))
  const timer = runEvery(timings.sample, tryWriteSample)

  return {
    onPush(lagMs) {
      const bucket = findLagBucket(lagMs)
      lags[bucket] = (lags[bucket] ?? 0) + 1
    },
    async stop() {
      clearInterval(timer)
      await Promise.race([tryWriteSample(), setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}
