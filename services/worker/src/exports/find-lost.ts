import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/delivery/jobs'
import { listUnfinished } from './queries.ts'

const BATCH_SIZE = 100
/** The first job of a younger export may still be in the queue. */
const LOST_AFTER_MS = 3_000

/** Returns jobs for archives that should have been built or removed by now. */
export async function findLostExports({ db, now }: Ctx): Promise<Job[]> {
  const unfinished = await listUnfinished(db, new Date(now().getTime() - LOST_AFTER_MS), BATCH_SIZE)
  return unfinished.map(({ id, state }) => ({
    name: state === 'REMOVED' ? 'exports:remove' : 'exports:build',
    payload: { exportId: id },
  }))
}
