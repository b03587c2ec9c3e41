import { OPERATIONS_SAMPLE_INTERVAL } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { notifyTeam } from '@app/server/operations/notify-team'
import { startOfMinute } from '@app/server/operations/samples'
import { startLoop } from '../loop.ts'
import { measure } from './measure.ts'
import { deleteFutureSamples, findNewestSample, insertSample, readClock } from './queries.ts'

/** The delay after which the samples of all hubs for a minute have arrived. */
const SETTLE_DELAY_MS = 10_000
/**
 * The constant delay after a minute at which it is measured: messages are counted from one measurement to the next.
 * Longer than SETTLE_DELAY_MS, since clocks may differ slightly.
 */
const MEASURE_DELAY_MS = 15_000
const RETRY_DELAY_MS = 5_000

/** Records the last complete minute and notifies the team, unless another worker has done so. */
export async function recordSample(ctx: Ctx, now: Date): Promise<void> {
  const minute = startOfMinute(new Date(now.getTime() - SETTLE_DELAY_MS - OPERATIONS_SAMPLE_INTERVAL))
  await deleteFutureSamples(ctx.db, now)
  const last = await findNewestSample(ctx.db)
  if (last && last.at >= minute.toISOString()) return
  const sample = await measure(ctx, minute, last)
  await transact(ctx, async (tx) => {
    if (await insertSample(tx.db, sample)) notifyTeam(tx)
  })
}

/** Records a sample every minute. Several workers may run it; minutes without a worker stay missing. */
export function startSampler(ctx: Ctx): { close: () => Promise<void> } {
  const msUntilNext = (): number =>
    OPERATIONS_SAMPLE_INTERVAL - ((ctx.now().getTime() - MEASURE_DELAY_MS) % OPERATIONS_SAMPLE_INTERVAL)

  async function sampleAndSchedule(): Promise<number> {
    try {
      await recordSample(ctx, await readClock(ctx.db))
      return msUntilNext()
    } catch (error) {
      // The database is unavailable, so members send no messages either, and a late measurement of the minute is still
      // correct.
      ctx.log.warn({ err: error }, 'failed to record a sample')
      return Math.min(RETRY_DELAY_MS, msUntilNext())
    }
  }
  return startLoop(sampleAndSchedule, msUntilNext())
}
