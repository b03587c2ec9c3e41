import { APPEAL_MONTHS } from '@app/contract/limits'
import { addMonths } from '@app/contract/time/months'
import type { Ctx } from '@app/server/context'
import { sql } from 'kysely'

/**
 * Deletes the names and email addresses of notices six months after the decision, when nobody can disagree with it any
 * more.
 */
export async function forgetNotifiers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await sql`
    update reports set "noticeName" = null, "noticeEmail" = null from cases
    where cases.id = reports."caseId" and ("noticeName" is not null or "noticeEmail" is not null)
      and cases."decidedAt" <= ${addMonths(now(), -APPEAL_MONTHS)}
      and cases.state in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED')`.execute(db)
}
