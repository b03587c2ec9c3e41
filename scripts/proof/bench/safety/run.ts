import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import type { Measurement } from '../measurements.ts'
import { startGateway } from '../processes.ts'
import { measureClaims } from './claims.ts'
import { fillCases, insertModerators } from './fill.ts'
import { compareQueue } from './queue.ts'
import { compareReports, measureCopies } from './reports.ts'

const MODERATORS = 20

/** Measures reports and their evidence, the team's queue, and claims of its cases. */
export async function compareSafety(bench: BenchContext): Promise<Measurement[]> {
  const { stack, pool, options } = bench
  await step(`${options.cases.toLocaleString('en')} cases`, () => fillCases(pool, options.cases))
  // Critical reports email every moderator, so all but one are inserted after the reports.
  const [moderator] = await insertModerators(pool, stack.url, { from: 1, to: 1 })
  if (!moderator) throw new Error('There are no moderators.')
  const gateway = await startGateway(stack)
  const limitedGateway = await startGateway({ ...stack, env: { ...stack.env, RATE_LIMITS: 'on' } })
  const urls = { reports: limitedGateway.url, queue: gateway.url }
  const measurements = [
    ...(await step('queue', () => compareQueue(bench, gateway.url, moderator))),
    ...(await step('reports', () => compareReports(bench, urls, moderator))),
    ...(await step('copies of photos', () => measureCopies(bench, limitedGateway.url))),
    ...(await step('claims', async () => {
      const others = await insertModerators(pool, stack.url, { from: 2, to: MODERATORS })
      return measureClaims(bench, [stack.url, gateway.url], [moderator, ...others])
    })),
  ]
  for (const server of [gateway, limitedGateway]) await server.stop()
  return measurements
}
