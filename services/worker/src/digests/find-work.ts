import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/jobs'
import { findWork } from './queries.ts'
import { digestDay } from './today.ts'

/** So many jobs send at the same time, over all workers. */
const LANES = 4

/** What has to be done for today's digests, also where a crash or an emptied Redis has left it. */
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
