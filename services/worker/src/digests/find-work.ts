import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/delivery/jobs'
import { findWork } from './queries.ts'
import { digestDay } from './today.ts'

/** The number of concurrent send jobs over all workers. */
const LANES = 4

/** Returns the outstanding jobs for today's digests, including those lost in a crash or with an emptied Redis. */
export async function findDigestWork({ db, now }: Ctx): Promise<Job[]> {
  const today = digestDay(now())
  if (!today) return []
  const { unwritten, unsent } = await findWork(db, today)
  const lanes = Array.from({ length: unsent ? LANES : 0 }, (_, lane) => String(lane + 1))
  return [
    ...(unwritten ? [{ name: 'digests:write' as const, payload: {} }] : []),
    ...lanes.map((lane) => ({ name: 'digests:send' as const, payload: { lane } })),
  ]
}
