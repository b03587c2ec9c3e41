import { HOUR_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { type Tx, transact } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { IS_UNDECIDED, isAlertable } from './alert-recipients.ts'

/** The minimum time between two alerts about the same case. */
const INTERVAL_MS = HOUR_MS

/**
 * Marks an undecided critical case as alerted, even one that awaits an answer or a second admin, since a new report may
 * have made it critical. Returns false for any other case, or if the team was alerted recently.
 */
async function markAlerted({ db, now }: Tx, caseId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cases set "alertedAt" = ${now()}
    where id = ${caseId} and severity = 'CRITICAL' and ${IS_UNDECIDED}
      and ("alertedAt" is null or "alertedAt" <= ${new Date(now().getTime() - INTERVAL_MS)})`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Emails an alert about a critical case to every admin who works on cases and has no own interest in this one, unless
 * the team was alerted recently.
 */
export const alertCase = (ctx: Ctx, { caseId }: { caseId: string }): Promise<void> =>
  transact(ctx, async (tx) => {
    if (!(await markAlerted(tx, caseId))) return
    const { rows } = await sql<{ id: string }>`
      insert into mails (kind, address, language, "memberId", "aboutId", "createdAt", "nextAttemptAt")
      select 'CASE_ALERT', moderator.email, moderator.language, moderator.id, cases.id, ${tx.now()}, ${tx.now()}
      from cases join members moderator on ${isAlertable(sql`moderator.id`)}
      where cases.id = ${caseId}
      returning id`.execute(tx.db)
    for (const { id: mailId } of rows) tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })

/** Lists critical cases that no admin has claimed in time, except those about which the team was alerted recently. */
export async function listOverdueCases({ db, now }: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cases
    where state = 'OPEN' and severity = 'CRITICAL' and "dueAt" <= ${now()}
      and ("alertedAt" is null or "alertedAt" <= ${new Date(now().getTime() - INTERVAL_MS)})
    order by "dueAt", id`.execute(db)
  return rows.map(({ id }) => id)
}
