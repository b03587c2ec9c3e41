import { OPERATIONS_SAMPLE_INTERVAL_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { notifyTeam } from '@app/server/operations/notify-team'
import { startOfMinute } from '@app/server/operations/samples'
import { startLoop } from '../loop.ts'
import { measureMinute } from './measure-minute.ts'
import { deleteFutureSamples, findNewestSample, insertSample, readClock } from './queries.ts'

/** The time after the end of a minute by which all hubs have reported their values for it. */
const REPORTING_DELAY_MS = 10_000
/**
 * The time after the end of a minute at which a worker measures it. Every worker uses the same delay, because each
 * sample counts the messages since the previous one. It exceeds REPORTING_DELAY_MS because clocks may differ slightly.
 */
const MEASURE_DELAY_MS = 15_000
const RETRY_DELAY_MS = 5_000

/** Records the last complete minute and notifies the team, unless another worker has done so. */
export async function recordSample(ctx: Ctx, now: Date): Promise<void> {
  const minute = startOfMinute(new Date(now.getTime() - REPORTING_DELAY_MS - OPERATIONS_SAMPLE_INTERVAL_MS))
  await deleteFutureSamples(ctx.db, now)
  const lastSample = await findNewestSample(ctx.db)
  if (lastSample && lastSample.at >= minute.toISOString()) return
  const sample = await measureMinute(ctx, minute, lastSample)
  await transact(ctx, async (tx) => {
    if (await insertSample(tx.db, sample)) notifyTeam(tx)
  })
}

/** Records a sample every minute. Several workers may do so; minutes without a worker have no sample. */
export function startSampler(ctx: Ctx): { close: () => Promise<void> } {
  const getMsUntilNext = (): number =>
    OPERATIONS_SAMPLE_INTERVAL_MS - ((ctx.now().getTime() - MEASURE_DELAY_MS) % OPERATIONS_SAMPLE_INTERVAL_MS)

  async function sampleAndSchedule(): Promise<number> {
    try {
      await recordSample(ctx, await readClock(ctx.db))
      return getMsUntilNext()
    } catch (error) {
      // A late measurement is still correct: while the database is unavailable, members cannot send messages either.
      ctx.log.warn({ err: error }, 'failed to record a sample')
      return Math.min(RETRY_DELAY_MS, getMsUntilNext())
    }
  }
  return startLoop(sampleAndSchedule, getMsUntilNext())
}
