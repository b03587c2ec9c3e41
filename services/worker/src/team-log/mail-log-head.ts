import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { findLogHead } from '@app/server/safety/team-log'
import { sql } from 'kysely'

/** The emails of a day are written after this time in Stockholm. */
const TIME_OF_DAY = '07:00'

/**
 * Emails the head of the team log to all leads, once a day, so that a later change to the log can be detected. Returns
 * the number of emails. Part of the hourly job, because a worker of the previous release would fail a job that it does
 * not know.
 */
export async function mailLogHead(ctx: Ctx): Promise<number> {
  const now = ctx.now()
  const due = fromStockholmTime(toStockholmTime(now).date, TIME_OF_DAY)
  if (due === null || now < new Date(due)) return 0
  return transact(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('log-head-mails', 0))`.execute(tx.db)
    const head = await findLogHead(tx.db)
    if (!head) return 0
    const { rows } = await sql<{ id: string }>`
      insert into mails (kind, address, language, "memberId", "aboutId", "createdAt", "nextAttemptAt")
      select 'LOG_HEAD', lead.email, lead.language, lead.id, ${head.id}, ${now}, ${now}
      from members lead join team_duties on team_duties."memberId" = lead.id and duty = 'LEAD'
      where lead.level = 'ADMIN' and lead."deletedAt" is null and not exists (
        select from mails where mails.kind = 'LOG_HEAD' and mails."memberId" = lead.id and mails."createdAt" >= ${due})
      returning id`.execute(tx.db)
    for (const { id: mailId } of rows) tx.enqueue({ name: 'mail:send', payload: { mailId } })
    return rows.length
  })
}
