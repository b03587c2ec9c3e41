import { OPERATIONS_SAMPLE_INTERVAL } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { notifyTeam } from '@app/server/operations/notify-team'
import { startOfMinute } from '@app/server/operations/samples'
import { transact } from '@app/server/transact'
import { startLoop } from '../upkeep/loop.ts'
import { measure } from './measure.ts'
import { deleteFutureSamples, findNewestSample, insertSample, readClock } from './queries.ts'

/** What hubs know of a minute has arrived by then. */
const SETTLE_DELAY = 10_000
/** So long after a minute it is measured, every time: messages are those from one measuring to the next. Clocks may differ a little. */
const MEASURE_DELAY = 15_000
const RETRY_DELAY = 5_000

/** Writes down the minute that has ended, unless another worker has; whoever does tells the team. */
export async function recordSample(ctx: Ctx, now: Date): Promise<void> {
  const minute = startOfMinute(new Date(now.getTime() - SETTLE_DELAY - OPERATIONS_SAMPLE_INTERVAL))
  await deleteFutureSamples(ctx.db, now)
  const last = await findNewestSample(ctx.db)
  if (last && last.at >= minute.toISOString()) return
  const sample = await measure(ctx, minute, last)
  await transact(ctx, async (tx) => {
    if (await insertSample(tx.db, sample)) notifyTeam(tx)
  })
}

/** Once a minute. Any number of workers may do so; minutes in which none runs are not made up for. */
export function startSampler(ctx: Ctx): { close: () => Promise<void> } {
  const untilNext = (): number =>
    OPERATIONS_SAMPLE_INTERVAL - ((ctx.now().getTime() - MEASURE_DELAY) % OPERATIONS_SAMPLE_INTERVAL)

  async function sampleAndSchedule(): Promise<number> {
    try {
      await recordSample(ctx, await readClock(ctx.db))
      return untilNext()
    } catch (error) {
      // Without the database, which then is away, nobody sends messages either: those of the minute stay as many.
      ctx.log.warn({ err: error }, 'a minute could not be measured')
      return Math.min(RETRY_DELAY, untilNext())
    }
  }
  return startLoop(sampleAndSchedule, untilNext())
}
