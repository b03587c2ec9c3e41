import { OPERATIONS_STEP } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { minuteOf } from '@app/server/operations/minutes'
import { tellTeam } from '@app/server/operations/tell-team'
import { transact } from '@app/server/transact'
import { startRounds } from '../upkeep/rounds.ts'
import { measure } from './measure.ts'
import { findNewestSample, insertSample } from './queries.ts'

/** What hubs know of a minute has arrived by then, and the clocks of machines may differ a little. */
const SETTLED_AFTER = 15_000

/** Writes down the minute that has ended, unless another worker has; whoever does tells the team. */
export async function sampleOnce(ctx: Ctx): Promise<void> {
  const minute = minuteOf(new Date(ctx.now().getTime() - SETTLED_AFTER - OPERATIONS_STEP))
  const last = await findNewestSample(ctx.db)
  if (last && last.at >= minute.toISOString()) return
  const sample = await measure(ctx, minute, last)
  await transact(ctx, async (tx) => {
    if (await insertSample(tx.db, sample)) await tellTeam(tx)
  })
}

/** Once a minute, a while after its end. Any number of workers may do so; minutes in which none runs are not made up for. */
export const startSampler = (ctx: Ctx): { close: () => Promise<void> } =>
  startRounds(
    () => sampleOnce(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'a minute could not be measured')),
    () => OPERATIONS_STEP - ((ctx.now().getTime() - SETTLED_AFTER) % OPERATIONS_STEP),
  )
