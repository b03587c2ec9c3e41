import type { Ctx } from '@app/server/context'
import { type Tx, transact } from '@app/server/delivery/transact'
import type { CaseRecord } from '@app/server/policies/cases'
import { notifyCase } from '@app/server/safety/cases'
import { sql } from 'kysely'
import { alertCase, listOverdueCases } from './alert-cases.ts'
import { deleteNotifierData } from './delete-notifier-data.ts'

type Freed = Pick<CaseRecord, 'id' | 'version' | 'severity'>

async function freeExpiredClaims({ db, now }: Tx): Promise<Freed[]> {
  const { rows } = await sql<Freed>`
    update cases set "claimedBy" = null, "claimedUntil" = null, state = case state when 'CLAIMED' then 'OPEN' else state end
    where "claimedBy" is not null and "claimedUntil" <= ${now()}
    returning id, version, severity`.execute(db)
  return rows
}

type Reopened = Freed & { reportId: string | null; reporterId: string | null }

async function reopenUnanswered({ db, now }: Tx): Promise<Reopened[]> {
  const { rows } = await sql<Reopened>`
    with expired as (
      select cases.id, cases."askedReportId" as "reportId", r."reporterId"
      from cases left join reports r on r.id = cases."askedReportId"
      where cases.state = 'ASKED' and cases."askedUntil" <= ${now()} for update of cases
    )
    update cases set state = 'OPEN', "askedReportId" = null, question = null, "askedUntil" = null,
      version = version + 1, wider = case wider when 'ASKED' then 'NONE' else wider end
    from expired where cases.id = expired.id
    returning cases.id, cases.version, cases.severity, expired."reportId", expired."reporterId"`.execute(db)
  return rows
}

/**
 * Frees the cases whose claim has expired and reopens those whose question was not answered in time, then alerts the
 * team about critical cases that are overdue. Also deletes the names and email addresses of old notices.
 */
export async function freeCases(ctx: Ctx): Promise<void> {
  await transact(ctx, async (tx) => {
    const reopened = await reopenUnanswered(tx)
    for (const { reportId, reporterId } of reopened)
      if (reportId && reporterId) tx.notify([reporterId], { type: 'report:changed', id: reportId, state: 'RECEIVED' })
    for (const freed of [...reopened, ...(await freeExpiredClaims(tx))]) notifyCase(tx, freed)
  })
  await deleteNotifierData(ctx)
  for (const caseId of await listOverdueCases(ctx)) await alertCase(ctx, { caseId })
}
