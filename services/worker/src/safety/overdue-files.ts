import type { Ctx } from '@app/server/context'
import type { Job } from '@app/server/delivery/jobs'
import { listOverdueEvidence } from './queries.ts'

const BATCH_SIZE = 100

/** Lists jobs for evidence whose files should have been copied by now. */
export async function listOverdueEvidenceJobs({ db, now }: Ctx): Promise<Job[]> {
  const evidenceIds = await listOverdueEvidence(db, now(), BATCH_SIZE)
  return evidenceIds.map((evidenceId) => ({ name: 'reports:copy-files', payload: { evidenceId } }))
}
