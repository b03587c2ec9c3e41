import { APPEAL_MONTHS } from '@app/contract/limits'
import { addMonths } from '@app/contract/time/months'
import type { Ctx } from '@app/server/context'
import { sql } from 'kysely'

/**
 * Deletes the names and email addresses of notices six months after the decision, when the decision can no longer be
 * contested. For an undecided notice the six months begin when it is filed.
 */
export async function deleteNotifierData({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const before = addMonths(now(), -APPEAL_MONTHS)
  await sql`
    update reports set "noticeName" = null, "noticeEmail" = null from cases
    where cases.id = reports."caseId" and ("noticeName" is not null or "noticeEmail" is not null)
      and (cases."decidedAt" <= ${before} and cases.state in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED')
        or cases."decidedAt" is null and reports."filedAt" <= ${before})`.execute(db)
}
