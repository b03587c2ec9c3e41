import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/jobs'
import { listUnfinished } from './queries.ts'

const BATCH_SIZE = 100
/** What was asked for later than this may still be in the queue for the first time. */
const LOST_AFTER = 3_000

/** The jobs of archives that should have been built or cleared away by now. */
export async function findLostExports({ db, now }: Ctx): Promise<Job[]> {
  const unfinished = await listUnfinished(db, new Date(now().getTime() - LOST_AFTER), BATCH_SIZE)
  return unfinished.map(({ id, state }) => ({
    name: state === 'REMOVED' ? 'exports:remove' : 'exports:build',
    payload: { exportId: id },
  }))
}
