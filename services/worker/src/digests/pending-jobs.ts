import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/delivery/jobs'
import { findPendingWork } from './queries.ts'
import { findDigestDay } from './today.ts'

/** The maximum number of concurrent jobs that send digests, over all workers; each has a lane of its own. */
const SEND_LANES = 4

/** Lists the jobs that today's digests still need, including those lost in a crash or with an emptied Redis. */
export async function listPendingDigestJobs(ctx: Ctx): Promise<Job[]> {
  const today = findDigestDay(ctx)
  if (!today) return []
  const { hasUnwritten, hasUnsent } = await findPendingWork(ctx.db, today)
  const lanes = Array.from({ length: hasUnsent ? SEND_LANES : 0 }, (_, lane) => String(lane + 1))
  return [
    ...(hasUnwritten ? [{ name: 'digests:write' as const, payload: {} }] : []),
    ...lanes.map((lane) => ({ name: 'digests:send' as const, payload: { lane } })),
  ]
}
