import { setTimeout } from 'node:timers/promises'
import type { Ctx } from '@app/server/context'
import { findLagBucket, LAG_BUCKETS, recordLags, recordMembers, startOfMinute } from '@app/server/operations/samples'
import { inBatches } from '../batches.ts'
import { listConnectedAccountIds, type Sockets } from '../sockets.ts'
import { runEvery, type Timings } from '../timings.ts'

/** The maximum time that a stopping hub waits for a slow Redis before it disconnects its members. */
const STOP_TIMEOUT_MS = 1_000

export type SampleRecorder = {
  /** Counts a push that was delivered `lagMs` milliseconds after the commit of its change. */
  onPush: (lagMs: number) => void
  stop: () => Promise<void>
}

const createEmptyLagCounts = (): number[] => LAG_BUCKETS.map(() => 0)

/**
 * Records this hub's connected members and push lags for the operations page. Writes them together every few seconds,
 * under the minute of the write. Samples that Redis does not accept are lost.
 */
export function createSampleRecorder({ redis, log, now }: Ctx, io: Sockets, timings: Timings): SampleRecorder {
  let lagCounts = createEmptyLagCounts()

  async function writeSample(): Promise<void> {
    const minute = startOfMinute(now())
    const recordedCounts = lagCounts
    lagCounts = createEmptyLagCounts()
    await recordLags(redis, minute, recordedCounts)
    // Without members, this still records that the hub has reported.
    await recordMembers(redis, minute, [])
    await inBatches(listConnectedAccountIds(io), (accountIds) => recordMembers(redis, minute, accountIds))
  }
  const tryWriteSample = (): Promise<void> =>
    writeSample().catch((error: unknown) => log.debug({ err: error }, 'failed to write samples'))
  const timer = runEvery(timings.sampleMs, tryWriteSample)

  return {
    onPush(lagMs) {
      const bucket = findLagBucket(lagMs)
      lagCounts[bucket] = (lagCounts[bucket] ?? 0) + 1
    },
    async stop() {
      clearInterval(timer)
      await Promise.race([tryWriteSample(), setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}
