import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/delivery/jobs'
import { sql } from 'kysely'
import { BATCH_SIZE } from './queries.ts'

/** The number of jobs that may send notifications at the same time. */
const LANES_MAX = 4

/** Lists a job for each batch of due notifications, up to LANES_MAX. Each job sends batches until none is due. */
export async function listDueNotificationJobs({ db, now, config }: Ctx): Promise<Job[]> {
  if (!config.pushKey) return []
  const { rows } = await sql`
    select from notifications where "handledAt" is null and "dueAt" <= ${now()}
    limit ${sql.lit(LANES_MAX * BATCH_SIZE)}`.execute(db)
  const lanes = Math.ceil(rows.length / BATCH_SIZE)
  return Array.from({ length: lanes }, (_, lane) => ({
    name: 'notifications:send',
    payload: { lane: String(lane + 1) },
  }))
}
