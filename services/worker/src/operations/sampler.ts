import { OPERATIONS_STEP } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { minuteOf } from '@app/server/operations/minutes'
import { notifyTeam } from '@app/server/operations/notify-team'
import { transact } from '@app/server/transact'
import { startRounds } from '../upkeep/rounds.ts'
import { measure } from './measure.ts'
import { deleteFutureSamples, findNewestSample, insertSample, readClock } from './queries.ts'

/** What hubs know of a minute has arrived by then. */
const SETTLED_AFTER = 10_000
/** So long after a minute it is measured, every time: messages are those from one measuring to the next. Clocks may differ a little. */
const MEASURED_AFTER = 15_000
const RETRY_AFTER = 5_000

/** Writes down the minute that has ended, unless another worker has; whoever does tells the team. */
export async function sampleOnce(ctx: Ctx, now: Date): Promise<void> {
  const minute = minuteOf(new Date(now.getTime() - SETTLED_AFTER - OPERATIONS_STEP))
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
  const untilNext = (): number => OPERATIONS_STEP - ((ctx.now().getTime() - MEASURED_AFTER) % OPERATIONS_STEP)

  async function round(): Promise<number> {
    try {
      await sampleOnce(ctx, await readClock(ctx.db))
      return untilNext()
    } catch (error) {
      // Without the database, which then is away, nobody sends messages either: those of the minute stay as many.
      ctx.log.warn({ err: error }, 'a minute could not be measured')
      return Math.min(RETRY_AFTER, untilNext())
    }
  }
  return startRounds(round, untilNext())
}
