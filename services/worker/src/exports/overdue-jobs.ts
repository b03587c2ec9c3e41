import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/delivery/jobs'
import { listUnfinishedExports } from './queries.ts'

const BATCH_SIZE = 100
/** After this time the first job of an export counts as lost; before, it may still be in the queue. */
const LOST_AFTER_MS = 3_000

/** Lists jobs for exports that should have been built or removed by now. */
export async function listOverdueExportJobs({ db, now }: Ctx): Promise<Job[]> {
  const unfinishedExports = await listUnfinishedExports(db, new Date(now().getTime() - LOST_AFTER_MS), BATCH_SIZE)
  return unfinishedExports.map(({ id, state }) => ({
    name: state === 'REMOVED' ? 'exports:remove' : 'exports:build',
    payload: { exportId: id },
  }))
}
